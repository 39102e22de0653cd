/** The screen stays on, where the browser can do that: a lock is lost whenever the page is out of sight. */

export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let done = false
  const ask = async (): Promise<void> => {
    if (document.hidden || (lock && !lock.released)) return
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (done) void lock?.release()
  }
  const back = (): void => void ask()
  back()
  document.addEventListener('visibilitychange', back)
  return () => {
    done = true
    document.removeEventListener('visibilitychange', back)
    void lock?.release()
  }
}
