/** A transport without sockets: the reference for authors of transports, and for tests. */
import {
  type InboundMessage,
  type OutboundMessage,
  type Outcome,
  type Receive,
  type Transport,
  Undeliverable,
} from '#transport'

const MEDIA_TYPES = { '1.1': 'text/xml', '1.2': 'application/soap+xml' } as const

/** Transports that share an exchange reach each other by `memory:name`. */
export type MemoryExchange = Map<string, Receive>

export class MemoryTransport implements Transport {
  readonly name = 'memory'
  readonly schemes = ['memory'] as const
  readonly #address: string
  readonly #exchange: MemoryExchange
  readonly #running = new Set<Promise<unknown>>()

  constructor(address: string, exchange: MemoryExchange) {
    this.#address = address
    this.#exchange = exchange
  }

  get listening(): readonly string[] {
    return this.#exchange.has(this.#address) ? [`memory:${this.#address}`] : []
  }

  async listen(receive: Receive): Promise<void> {
    if (this.#exchange.has(this.#address)) throw new Error(`memory:${this.#address} is taken`)
    this.#exchange.set(this.#address, (message) => this.#track(receive(message)))
  }

  async send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
  ): Promise<InboundMessage | undefined> {
    const receive = this.#exchange.get(to.pathname)
    if (!receive) throw new Undeliverable(`nobody listens at ${to.href}`)
    if (signal.aborted) throw new Undeliverable(`${to.href} did not answer in time`)
    const outcome = await receive(inbound(message))
    switch (outcome.kind) {
      case 'accepted':
        return undefined
      case 'reply':
      case 'fault':
        return inbound(outcome.message)
      case 'refused':
        throw new Undeliverable(`${to.href} refused the message: ${outcome.refusal}`)
    }
  }

  async close(): Promise<void> {
    this.#exchange.delete(this.#address)
    await Promise.allSettled(this.#running)
  }

  async #track(outcome: Promise<Outcome>): Promise<Outcome> {
    this.#running.add(outcome)
    try {
      return await outcome
    } finally {
      this.#running.delete(outcome)
    }
  }
}

function inbound({ body, soap, action }: OutboundMessage): InboundMessage {
  return {
    transport: 'memory',
    body: Buffer.from(body, 'utf8'),
    mediaType: MEDIA_TYPES[soap],
    charset: 'utf-8',
    ...(action !== undefined && { action }),
    attachments: [],
    peer: { address: 'memory' },
  }
}
