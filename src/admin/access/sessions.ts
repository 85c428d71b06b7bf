/** Who has logged in, for a while: a browser shows a random value, of which only a hash is kept here. */
import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '../resource.js'

/** Sessions at once, and of one operator: with one more, the oldest ends. */
const MOST = 1_000
const MOST_OF_ONE = 50

type Known = Pick<Caller, 'who' | 'by' | 'may'>

interface Session extends Known {
  readonly until: number
}

export class Sessions {
  readonly #time: number
  readonly #clock: () => number
  readonly #open = new Map<string, Session>()

  /**
   * @param time   milliseconds
   * @param clock  milliseconds, never running back
   */
  constructor(time: number, clock: () => number = () => performance.now()) {
    this.#time = time
    this.#clock = clock
  }

  /** @returns what the browser has to show */
  open(known: Known): string {
    const own = [...this.#open].filter(([, { who }]) => who === known.who)
    const [oldest] = own.length >= MOST_OF_ONE ? own.map(([hash]) => hash) : [...this.#open.keys()]
    if (oldest !== undefined && (own.length >= MOST_OF_ONE || this.#open.size >= MOST)) {
      this.#open.delete(oldest)
    }
    const shown = randomBytes(32).toString('base64url')
    this.#open.set(hashOf(shown), { ...known, until: this.#clock() + this.#time })
    return shown
  }

  find(shown: string): Known | undefined {
    const hash = hashOf(shown)
    const session = this.#open.get(hash)
    if (!session || session.until > this.#clock()) return session
    this.#open.delete(hash)
    return undefined
  }

  end(shown: string): void {
    this.#open.delete(hashOf(shown))
  }
}

/** What is looked up is not what was sent, so the time that it takes tells nothing of it. */
function hashOf(shown: string): string {
  return createHash('sha256').update(shown).digest('base64')
}
