/** A transport without sockets: the reference for authors of transports, and for tests. */
import { setMaxListeners } from 'node:events'
import {
  defineTransport,
  type EnvelopeMessage,
  MEDIA_TYPES,
  type OutboundMessage,
  type Outcome,
  type Receive,
  type Transport,
  Undeliverable,
  z,
} from '#transport'

/** Transports that share an exchange reach each other by `memory:name`. */
export type MemoryExchange = Map<string, Receive>

export class MemoryTransport implements Transport {
  readonly name = 'memory'
  readonly schemes = ['memory'] as const
  readonly carriesAttachments = true
  readonly #address: string
  readonly #exchange: MemoryExchange
  readonly #running = new Set<Promise<unknown>>()
  readonly #cut = new AbortController()
  #listens = false

  constructor(address: string, exchange: MemoryExchange) {
    this.#address = address
    this.#exchange = exchange
    // As many listeners as exchanges run.
    setMaxListeners(0, this.#cut.signal)
  }

  get listening(): readonly string[] {
    return this.#listens ? [`memory:${this.#address}`] : []
  }

  async listen(receive: Receive): Promise<void> {
    if (this.#exchange.has(this.#address)) {
      const taken = new Error(`memory:${this.#address} is taken`)
      throw Object.assign(taken, { code: 'EADDRINUSE', address: this.#address })
    }
    this.#exchange.set(this.#address, (message) => this.#track(() => receive(message)))
    this.#listens = true
  }

  async send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
  ): Promise<EnvelopeMessage | undefined> {
    const receive = this.#exchange.get(to.pathname)
    // Surely nobody has it: it may go to another address of the destination.
    if (!receive) throw new Undeliverable(`nobody listens at ${to.href}`, { notTaken: true })
    const outcome = await unlessEnded(signal, `${to.href} did not answer in time`, () =>
      receive(inbound(message)),
    )
    switch (outcome.kind) {
      case 'accepted':
      case 'document':
      case 'pending':
        return undefined
      case 'reply':
      case 'fault':
        return inbound(outcome.message)
      case 'refused':
        throw new Undeliverable(`${to.href} refused the message: ${outcome.refusal}`)
    }
  }

  async close(deadline: AbortSignal): Promise<void> {
    if (!this.#listens) return
    this.#listens = false
    this.#exchange.delete(this.#address)
    const cut = () => this.#cut.abort()
    if (deadline.aborted) cut()
    else deadline.addEventListener('abort', cut, { once: true })
    await Promise.allSettled(this.#running)
    deadline.removeEventListener('abort', cut)
  }

  /** What the sender waits for: the outcome, or its end by the deadline of close. */
  #track(work: () => Promise<Outcome>): Promise<Outcome> {
    const sentence = `memory:${this.#address} was closed`
    const running = unlessEnded(this.#cut.signal, sentence, work)
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }
}

/** @throws Undeliverable as soon as the signal ends */
async function unlessEnded<Result>(
  signal: AbortSignal,
  sentence: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let end: () => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Undeliverable(sentence))
  })
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([ended, signal.aborted ? ended : work()])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function inbound({
  body,
  soap,
  action,
  attachments = [],
  packaging,
  hops,
  via,
  trace,
}: OutboundMessage): EnvelopeMessage {
  return {
    kind: 'envelope',
    origin: { transport: 'memory', peer: { address: 'memory' }, trace },
    body: Buffer.from(body, 'utf8'),
    mediaType: MEDIA_TYPES[soap],
    charset: 'utf-8',
    action,
    attachments,
    packaging,
    hops,
    via,
  }
}

/** Only a program can name an exchange: a configuration in a file has none, so nothing reaches its node. */
export default defineTransport({
  name: 'memory',
  schemes: ['memory'],
  config: z.strictObject({
    address: z.string().default('node').describe('What it listens on, as memory:address.'),
    exchange: z.unknown().optional().describe('Transports that reach each other. Default: none.'),
  }),
  answers: 'connection',
  create: async ({ section }) => new MemoryTransport(section.address, exchangeOf(section.exchange)),
  hostOf: () => undefined,
  isOwn: ({ pathname }, { section }) => pathname === section.address,
  client: {
    option: 'memory',
    flags: [],
    fromFlags: () => ({ options: {} }),
    open({ exchange }: { readonly exchange?: unknown }) {
      const caller = new MemoryTransport('caller', exchangeOf(exchange))
      return {
        send: (message, to, signal) => caller.send(message, to, signal),
        close: () => caller.close(AbortSignal.abort()),
      }
    },
  },
})

function exchangeOf(value: unknown): MemoryExchange {
  return value instanceof Map ? value : new Map()
}
