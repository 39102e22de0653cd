import { settings } from '../lib/settings.svelte'

const PITCH = 1.3 // of somebody small who lives in the sea

/** Said aloud, where sound is on and the browser may: it may once somebody has pressed something. */
export function speak(words: string): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive || !('speechSynthesis' in globalThis)) return
  const said = new SpeechSynthesisUtterance(words)
  said.lang = settings.language
  said.pitch = PITCH
  speechSynthesis.cancel()
  speechSynthesis.speak(said)
}
