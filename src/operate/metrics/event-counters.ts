/** Counts events, by labels whose values no peer can make up. */
import type {
  ConnectionRefused,
  ExchangeEnded,
  JobSettled,
  MessageRefused,
  NodeEvent,
} from '../../message/events/events.js'
import { OTHER, Tally } from './counter.js'
import { Exchanges } from './exchanges.js'
import type { Sample, SpreadSample } from './exposed.js'
import { Spread } from './histogram.js'

/** The names that labels may have. */
export interface LabelNames {
  readonly transports: readonly string[]
  readonly operations: readonly string[]
  /** Name of the transport that sends to a URL, by the URL's scheme. */
  readonly schemes: ReadonlyMap<string, string>
}

const KINDS = ['invoke', 'send', 'forward', 'answer'] as const
const JOBS = ['done', 'suspended', 'postponed', 'retry', 'dead'] as const
const MESSAGES = ['received', 'refused', 'sent', 'failed'] as const

const pairs = (ones: readonly string[], others: readonly string[]) =>
  ones.flatMap((one) => others.map((other) => [one, other]))

export class Counts {
  readonly #names: LabelNames
  readonly exchanges: Exchanges
  readonly verdicts: Tally<'transport' | 'verdict'>
  readonly refusals = new Tally(['transport', 'reason'])
  readonly connections = new Tally(['transport', 'limit'])
  /** Without those that came in as exchanges, which are counted as such. */
  readonly #messages: Tally<'transport' | 'outcome'>
  readonly jobs = new Tally(['kind', 'outcome']).from(...pairs(KINDS, JOBS))
  readonly opinions = new Tally(['outcome']).from(['accepted'], ['refused'])
  readonly #attempts: Readonly<Record<JobSettled['kind'], Spread>> = {
    invoke: new Spread(),
    send: new Spread(),
    forward: new Spread(),
    answer: new Spread(),
  }

  constructor(names: LabelNames) {
    this.#names = names
    this.exchanges = new Exchanges(names.transports, names.operations)
    const { transports } = names
    this.verdicts = new Tally(['transport', 'verdict'] as const).from(
      ...pairs(transports, ['valid', 'failed']),
    )
    this.#messages = new Tally(['transport', 'outcome'] as const).from(
      ...pairs([...transports, OTHER], MESSAGES),
    )
  }

  readonly observe = (event: NodeEvent): void => {
    switch (event.event) {
      case 'exchange':
        this.#exchange(event)
        break
      case 'job':
        this.#job(event)
        break
      case 'refused':
        this.#refused(event)
        break
      case 'connection':
        this.#connection(event)
        break
      case 'opinion':
        this.opinions.add([event.outcome])
        break
      case 'breaker':
        // Whether it is open is asked when it is wanted.
        break
    }
  }

  get messages(): readonly Sample[] {
    return this.#messages.samples.map(({ labels, value }) => {
      const { transport = OTHER, outcome } = labels
      const received = outcome === 'received' || outcome === 'refused'
      return { labels, value: value + (received ? this.exchanges.arrived(transport, outcome) : 0) }
    })
  }

  get attempts(): readonly SpreadSample[] {
    return KINDS.map((kind) => ({ labels: { kind }, spread: this.#attempts[kind] })).filter(
      ({ spread }) => spread.count > 0,
    )
  }

  #exchange(event: ExchangeEnded): void {
    this.exchanges.add(event)
    const { transport, attempt, refusal, security } = event
    if (attempt !== undefined) return
    if (security) this.verdicts.add([this.#transport(transport), security.verdict])
    if (refusal !== undefined) this.refusals.add([this.#transport(transport), refusal])
  }

  #job({ kind, outcome, resumed, to, ms }: JobSettled): void {
    this.jobs.add([kind, outcome])
    this.#attempts[kind].add(ms)
    if (to === undefined || kind === 'invoke' || kind === 'answer') return
    const [scheme = ''] = to.split(':', 1)
    const name = this.#names.schemes.get(scheme) ?? OTHER
    // One that waits for its answer has gone out; when the answer is there, it is done.
    if (outcome === 'suspended' || (outcome === 'done' && !resumed)) {
      this.#messages.add([name, 'sent'])
    } else if (outcome === 'dead') this.#messages.add([name, 'failed'])
  }

  #refused({ transport, outcome }: MessageRefused): void {
    const name = this.#transport(transport)
    this.#messages.add([name, 'refused'])
    // The number of a status or a reply; the words behind it are for people.
    const [reason = OTHER] = /^\d{3}/.exec(outcome) ?? []
    this.refusals.add([name, reason])
  }

  #connection({ transport, cause }: ConnectionRefused): void {
    this.connections.add([this.#transport(transport), cause])
  }

  #transport(name: string): string {
    return this.#names.transports.includes(name) ? name : OTHER
  }
}
