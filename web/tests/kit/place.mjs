/** Against what the tests run: a server, or (RECIF_PAGE=1) the page without one that `make page` has built. */

export const IS_PAGE = !!process.env.RECIF_PAGE
export const IS_FIREFOX = !!process.env.RECIF_FIREFOX

const notInAPage = (why) => IS_PAGE && `a page has no server: ${why}`

/** Why a test is left out there. */
export const OTHERS = notInAPage('nobody comes from another screen')
export const NOT_SENT = notInAPage('nothing is sent, so nobody can listen or cut it')
export const NO_HEADERS = notInAPage('its host decides in which frames it may stand')
