/** Television mode: nothing but the board, as large as the screen. The browser may refuse its full screen; the page does its part anyway. */

class Large {
  on = $state(false)

  async turn(on: boolean): Promise<void> {
    this.on = on
    try {
      if (on) await document.documentElement.requestFullscreen()
      else if (document.fullscreenElement) await document.exitFullscreen()
    } catch {
      // not allowed, or not known here
    }
  }

  /** Leaving the browser's full screen, by its own key, leaves the mode. */
  keep(): () => void {
    const left = (): void => {
      if (!document.fullscreenElement) this.on = false
    }
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && this.on) void this.turn(false)
    }
    document.addEventListener('fullscreenchange', left)
    addEventListener('keydown', key)
    return () => {
      document.removeEventListener('fullscreenchange', left)
      removeEventListener('keydown', key)
      void this.turn(false)
    }
  }
}

export const large = new Large()
