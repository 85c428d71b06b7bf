/** Who has logged in, for a while: a browser shows a random value, of which only a hash is kept here. */
import { createHash, randomBytes } from 'node:crypto'
import { monotonicTime } from '../../../base/time.js'
import type { Caller } from '../resource.js'

/** Sessions at once, and of one operator: with one more, the oldest ends. */
const MAX_SESSIONS = 1_000
const MAX_PER_OPERATOR = 50

/** Who has logged in, and how. */
type Proven = Pick<Caller, 'who' | 'by'>

export interface Session extends Proven {
  /** What was kept of the secret that was shown. */
  readonly kept: string | undefined
}

interface Open extends Session {
  readonly until: number
}

export class Sessions {
  readonly #clock: () => number
  readonly #open = new Map<string, Open>()

  /** @param clock  milliseconds, never running back */
  constructor(clock: () => number = () => monotonicTime()) {
    this.#clock = clock
  }

  /**
   * @param time  milliseconds
   * @returns what the browser has to show
   */
  open(session: Session, time: number): string {
    const own = [...this.#open].filter(([, { who }]) => who === session.who)
    const [oldest] =
      own.length >= MAX_PER_OPERATOR ? own.map(([hash]) => hash) : [...this.#open.keys()]
    if (
      oldest !== undefined &&
      (own.length >= MAX_PER_OPERATOR || this.#open.size >= MAX_SESSIONS)
    ) {
      this.#open.delete(oldest)
    }
    const shown = randomBytes(32).toString('base64url')
    this.#open.set(hashOf(shown), { ...session, until: this.#clock() + time })
    return shown
  }

  find(shown: string): Session | undefined {
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
