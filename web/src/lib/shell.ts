/** The pages stay on the device, where the browser allows it, so that they open without a network and say so. */

export function keepShell(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
