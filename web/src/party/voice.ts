import { settings } from '../lib/settings.svelte'

const PITCH = 1.3 // of somebody small who lives in the sea

/** Said aloud, where sound is on and the browser may: it may once somebody has pressed something. Where sound has just
 * been turned off, what is being said ends. */
export function speak(words: string): void {
  if (!('speechSynthesis' in globalThis)) return
  speechSynthesis.cancel()
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return
  const said = new SpeechSynthesisUtterance(words)
  said.lang = settings.language
  said.pitch = PITCH
  speechSynthesis.speak(said)
}
