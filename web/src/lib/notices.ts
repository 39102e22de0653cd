/** A word from the browser when it is one's turn and the page is out of sight; only for those who asked for it. */

import { settings } from './settings.svelte'

const isKnown = (): boolean => 'Notification' in globalThis

/** Ask the browser for leave; the answer is whether it gave it. */
export async function allowNotices(): Promise<boolean> {
  if (!isKnown()) return false
  return (await Notification.requestPermission()) === 'granted'
}

export function notice(title: string, body: string, tag: string): void {
  if (!settings.notify || !document.hidden || !isKnown() || Notification.permission !== 'granted') return
  const shown = new Notification(title, { body, tag })
  shown.onclick = () => {
    window.focus()
    shown.close()
  }
}
