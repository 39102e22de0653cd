/** What happens, one thing after the other, each with time to be looked at before the next. */

const AGAIN = 60 // milliseconds until whoever is busy is asked again

/** `needs`: how long the thing before must have been seen; `isBusy`: it is still being shown. */
export class Paced<Thing> {
  #line: Thing[] = []
  #shown = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly show: (thing: Thing) => boolean, // whether there was anything to see
    private readonly needs: (thing: Thing) => number,
    private readonly isBusy: () => boolean,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** At once, if nothing is to be waited for. */
  take(thing: Thing): void {
    this.#line.push(thing)
    if (this.#line.length === 1) this.#go()
  }

  /** What waits is forgotten: something newer tells it all. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#line = []
  }

  #go(): void {
    clearTimeout(this.#timer)
    for (let [next] = this.#line; next !== undefined; [next] = this.#line) {
      const wait = this.#wait(next)
      if (wait > 0) return void (this.#timer = setTimeout(() => this.#go(), wait))
      this.#line.shift()
      if (this.show(next)) this.#shown = this.clock()
    }
  }

  #wait(next: Thing): number {
    const needed = this.needs(next)
    if (!needed) return 0
    return this.isBusy() ? AGAIN : Math.ceil(this.#shown + needed - this.clock())
  }
}
