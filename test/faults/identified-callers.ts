/** Callers whose calls have identities, and who send them again: at the same time, later, and whenever they heard nothing. */
import { Agent } from 'node:http'
import type { Random } from '../support/random.js'
import { type Heard, postSoap } from './ask.js'
import type { Sending } from './identified-history.js'
import { callOf, type Mode } from './identified-plugin.js'
import { isAccepted } from './load.js'
import { now, pause } from './moments.js'

/** Milliseconds until a caller who was not heard sends again, and until it is given up. */
const AGAIN = 100
const PATIENCE = 60_000

export class Callers {
  readonly sendings: Sending[] = []
  readonly #urls: () => readonly string[]
  readonly #chance: Random
  readonly #agent: Agent
  #calls = 0
  lateness = 0

  /** @param urls  of the nodes, those that are dead just now among them */
  constructor(urls: () => readonly string[], chance: Random, most: number) {
    this.#urls = urls
    this.#chance = chance
    this.#agent = new Agent({ keepAlive: true, maxSockets: most * 3 })
  }

  /** Calls that have their outcome. */
  get calls(): number {
    return this.#calls
  }

  /** Makes so many calls, so many at once. */
  async call(prefix: string, calls: number, atOnce: number): Promise<void> {
    let [next, expected] = [0, now() + TICK]
    const clock = setInterval(() => {
      this.lateness = Math.max(this.lateness, now() - expected)
      expected = now() + TICK
    }, TICK)
    const caller = async () => {
      while (next < calls) {
        next += 1
        await this.#one(`${prefix}-${next}`)
        this.#calls += 1
      }
    }
    try {
      await Promise.all(Array.from({ length: atOnce }, caller))
    } finally {
      clearInterval(clock)
      this.#agent.destroy()
    }
  }

  async #one(id: string): Promise<void> {
    const mode: Mode = this.#chance.pick(['answer', 'answer', 'answer', 'flaky', 'fail'])
    const body = callOf(id, mode, this.#chance.below(30))
    const together = this.#chance.pick([1, 1, 2, 3])
    await Promise.all(Array.from({ length: together }, () => this.#untilHeard(id, body)))
    if (!this.#chance.chance(0.3)) return
    await pause(this.#chance.below(200))
    await this.#untilHeard(id, body)
  }

  async #untilHeard(id: string, body: string): Promise<void> {
    const until = now() + PATIENCE
    for (;;) {
      const sending = await this.#send(id, body)
      this.sendings.push(sending)
      if (sending.heard !== 'lost' && sending.heard !== 'refused') return
      if (now() > until) throw new Error(`${id} is not heard: ${sending.text}`)
      await pause(AGAIN)
    }
  }

  async #send(id: string, body: string): Promise<Sending> {
    const from = now()
    try {
      const headers = { SOAPAction: '"urn:test:identified:Run"' }
      const url = this.#chance.pick(this.#urls())
      const heard = await postSoap(url, body, { agent: this.#agent, headers })
      return { id, from, to: now(), ...read(heard) }
    } catch (error) {
      return { id, from, to: now(), heard: 'lost', text: String(error) }
    }
  }
}

/** Milliseconds between two looks at how late this process is. */
const TICK = 50

function read(heard: Heard): Pick<Sending, 'heard' | 'run' | 'text'> {
  const { status, body } = heard
  const text = `${status} ${body}`
  if (status === 503) return { heard: 'refused', text }
  if (!body.includes('Envelope')) return { heard: 'empty', text }
  if (status === 500) return { heard: isAccepted(heard) ? 'pending' : 'fault', text }
  const [, run] = /run(?: [^<>]*)?>([^<]+)</.exec(body) ?? []
  return { heard: 'reply', run, text }
}
