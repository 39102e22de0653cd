/** This browser as a device that gets pushes. */

import { api } from '../lib/api'
import { settings } from '../lib/settings.svelte'
import type { NoticeList } from '../wire'

export type Ability = 'can' | 'needs-https' | 'needs-home' | 'none'

/** What stands in the way, if anything. On Apple's telephones only an app on the home screen gets pushes. */
export function ability(): Ability {
  if (!isSecureContext) return 'needs-https'
  if ('PushManager' in globalThis && 'serviceWorker' in navigator) return 'can'
  return /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1 ? 'needs-home' : 'none'
}

async function subscription(): Promise<PushSubscription | null> {
  if (ability() !== 'can') return null
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

export async function isOn(): Promise<boolean> {
  return !!(await subscription())
}

/** Ask the browser, then tell the server where to send; only after a tap. */
export async function turnOn(key: string): Promise<NoticeList | 'refused' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  try {
    const worker = await navigator.serviceWorker.ready
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint, keys } = made.toJSON()
    const { p256dh = '', auth = '' } = keys ?? {}
    return await api.addDevice({ endpoint: endpoint ?? '', p256dh, auth, language: settings.language })
  } catch {
    return 'failed'
  }
}

/** The browser forgets it, and the service answers "gone" to whoever still sends. */
export async function turnOff(): Promise<void> {
  await (await subscription())?.unsubscribe()
}
