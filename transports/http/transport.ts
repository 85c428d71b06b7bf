/** The HTTP transport: a listener, and a sender that shares its connections. */
import type {
  Access,
  EnvelopeMessage,
  Guard,
  OutboundMessage,
  Receive,
  Transport,
  TransportLog,
} from '#transport'
import { HttpReceiver } from './receiver.js'
import type { HttpSection } from './section.js'
import { HttpSender } from './sender.js'

export class HttpTransport implements Transport {
  readonly name = 'http'
  readonly schemes = ['http', 'https'] as const
  readonly #receiver: HttpReceiver
  readonly #sender: HttpSender

  constructor(options: HttpSection, log: TransportLog) {
    this.#receiver = new HttpReceiver(options, log)
    this.#sender = new HttpSender(options)
  }

  get listening(): readonly string[] {
    return this.#receiver.listening
  }

  listen(receive: Receive): Promise<void> {
    return this.#receiver.listen(receive)
  }

  send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    guard?: Guard,
    access?: Access,
  ): Promise<EnvelopeMessage | undefined> {
    return this.#sender.send(message, to, signal, guard, access)
  }

  async close(deadline: AbortSignal): Promise<void> {
    await this.#receiver.close(deadline)
    await this.#sender.close()
  }
}
