// Before anything is painted: the language and the light that this person has chosen here, or else that of the device.
;(() => {
  let chosen
  try {
    chosen = JSON.parse(localStorage.getItem('recif.settings'))
  } catch {
    // blocked, or not ours: as on a first visit
  }
  const { language, theme } = chosen ?? {}
  const root = document.documentElement
  root.lang = language ?? (navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en')
  const isNight = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isNight ? 'dark' : 'light'
  if (!/\/embed\//.test(location.pathname)) root.dataset.first = location.pathname === '/' ? 'home' : 'page'
})()
