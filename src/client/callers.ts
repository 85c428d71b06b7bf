/** Sends over the transport that has a URL's scheme; a shipped one is loaded when the first message needs it. */
import { SHIPPED_TRANSPORTS } from '../config/schema.js'
import { shippedTransport } from '../path/plugins/load-transports.js'
import { type Caller, type TransportModule, Undeliverable } from '../transport.js'

export class Callers {
  readonly #options: Readonly<Record<string, unknown>>
  readonly #maxBody: number
  readonly #modules: readonly TransportModule[] | undefined
  /** By name of the transport. */
  readonly #open = new Map<string, Promise<Caller>>()
  #closed = false

  /**
   * @param options  of the sender: each transport that needs some has its own under a key
   * @param maxBody  bytes of an answer
   * @param given    transports in place of the shipped ones
   */
  constructor(options: object, maxBody: number, transports?: readonly TransportModule[]) {
    this.#options = { ...options }
    this.#maxBody = maxBody
    this.#modules = transports
  }

  /** @throws Undeliverable if there is none for the URL, or its options are missing */
  async to(url: URL): Promise<Caller> {
    const module = await this.#moduleFor(url)
    if (!module) {
      throw new Undeliverable(`no transport sends to ${url.protocol}`, { permanent: true })
    }
    const caller = this.#open.get(module.name) ?? this.#begin(module, url)
    this.#open.set(module.name, caller)
    return caller
  }

  /** True if TLS protects what is sent to the URL. */
  async protects(url: URL): Promise<boolean> {
    const module = await this.#moduleFor(url)
    return module?.protects?.(url) ?? false
  }

  async #moduleFor({ protocol }: URL): Promise<TransportModule | undefined> {
    for (const one of this.#modules ?? SHIPPED_TRANSPORTS) {
      const module = typeof one === 'string' ? await shippedTransport(one) : one
      if (module.schemes.includes(protocol.slice(0, -1))) return module
    }
    return undefined
  }

  /** Releases what was opened; calls that still run end with Undeliverable. */
  async close(): Promise<void> {
    this.#closed = true
    const opened = await Promise.allSettled(this.#open.values())
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close()
  }

  async #begin({ client }: TransportModule, { href, protocol }: URL): Promise<Caller> {
    if (this.#closed) throw new Undeliverable(`nothing is sent to ${href} any more`)
    if (!client) throw new Undeliverable(`no program sends to ${protocol}`, { permanent: true })
    const { option, optional = false } = client
    const options = option === undefined ? undefined : this.#options[option]
    if (option !== undefined && options === undefined && !optional) {
      const sentence = `a sender of ${protocol} URLs needs the option ${option}`
      throw new Undeliverable(sentence, { permanent: true })
    }
    return client.open(options, this.#maxBody)
  }
}
