/** A channel to a thread: requests go there, replies and notices come back, and nobody waits for a thread that has ended. */
import type { Worker } from 'node:worker_threads'
import { type Deferred, deferred } from './deferred.js'
import { setImmediate } from './time.js'

/** The requests that a thread knows, by name, as functions; `close` ends it. */
interface Closable {
  close(): unknown
}

/** A request on its way; a thread gets several in one message. */
export interface Request<Requests, Name extends keyof Requests = keyof Requests> {
  /** The reply has it; undefined where nobody waits for one. */
  readonly number: number | undefined
  readonly name: Name
  readonly parameters: ParametersOf<Requests[Name]>
}

type ParametersOf<Call> = Call extends (...parameters: infer Parameters) => unknown
  ? Parameters
  : never
type ResultOf<Call> = Call extends (...parameters: never[]) => infer Result ? Result : never

/** What came of a request; a failure is plain data. */
export type Reply<Failure> = { readonly number: number | undefined } & (
  | { readonly value: unknown }
  | { readonly failure: Failure }
)

/** A message of a thread: replies, and whatever else it has to say. */
export interface ThreadMessage<Failure> {
  readonly replies?: readonly Reply<Failure>[]
}

export interface ChannelOptions<Failure, Received extends ThreadMessage<Failure>> {
  /** Starts the thread, with the first request. */
  readonly start: () => Worker
  /** Called with each message, after its replies were given to those who wait for them. */
  readonly onMessage: (message: Received) => void
  /** What a request fails with that the thread has refused. */
  readonly errorOf: (failure: Failure) => Error
  /** What requests fail with once the thread has ended; `why` is a sentence for operators. */
  readonly endedError: (why: string) => Error
  /** Called once the thread has ended. Default: only those who wait are told. */
  readonly onEnd?: (why: string) => void
}

/** Requests that go together: the thread works on them while the next ones are made here. */
const AT_ONCE = 16
/** Bytes up to which copying a buffer costs less than handing it over. */
const SMALL = 64 * 1024

/** The buffers that a message hands over: nobody may use them any more where it was sent. Small ones are copied. */
export function transferListOf(all: Iterable<Uint8Array | ArrayBuffer>): ArrayBuffer[] {
  return [...all].flatMap((bytes) => {
    const buffer = bytes instanceof ArrayBuffer ? bytes : bytes.buffer
    return bytes.byteLength > SMALL && buffer instanceof ArrayBuffer ? [buffer] : []
  })
}

export class Channel<Requests extends Closable, Failure, Received extends ThreadMessage<Failure>> {
  readonly #options: ChannelOptions<Failure, Received>
  readonly #waiting = new Map<number, Deferred<never>>()
  #thread: Worker | undefined
  #number = 0
  #held = false
  /** Whether the thread keeps the process. */
  #alive = true
  /** What goes out with the end of this turn of the event loop. */
  #outgoing: Request<Requests>[] = []
  #transferred: ArrayBuffer[] = []
  /** Why there are no replies any more; undefined while the thread runs. */
  #ended: string | undefined

  constructor(options: ChannelOptions<Failure, Received>) {
    this.#options = options
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Starts the thread now. */
  start(): void {
    if (this.#thread) return
    this.#thread = this.#started()
    this.#keepAlive()
  }

  request<Name extends keyof Requests>(
    name: Name,
    ...parameters: ParametersOf<Requests[Name]>
  ): Promise<ResultOf<Requests[Name]>> {
    if (this.#ended !== undefined) return Promise.reject(this.#options.endedError(this.#ended))
    this.#number += 1
    const waiting = deferred<never>()
    this.#waiting.set(this.#number, waiting)
    this.#post({ number: this.#number, name, parameters })
    this.#keepAlive()
    return waiting.promise
  }

  /** Requests what nobody waits for; where the thread has ended, nothing. */
  notify<Name extends keyof Requests>(
    name: Name,
    ...parameters: ParametersOf<Requests[Name]>
  ): void {
    if (this.#ended === undefined) this.#post({ number: undefined, name, parameters })
  }

  /** Hands a buffer over with the next request: nobody may use it here any more. A small one is copied. */
  transfer(bytes: Uint8Array): void {
    this.#transferred.push(...transferListOf([bytes]))
  }

  /** Whether the process lives on though nobody waits for a reply. */
  hold(held: boolean): void {
    this.#held = held
    this.#keepAlive()
  }

  /** Resolves once the thread has ended. */
  async close(): Promise<void> {
    if (this.#ended !== undefined || !this.#thread) return
    const ended = deferred()
    this.#thread.once('exit', () => ended.resolve())
    this.hold(true)
    await this.request('close', ...([] as never))
    await ended.promise
  }

  #started(): Worker {
    const thread = this.#options.start()
    thread.on('message', (message: Received) => this.#receive(message))
    thread.on('error', (error) => this.#fail(`its thread has failed: ${error.message}`))
    thread.on('exit', () => this.#fail('it is closed'))
    return thread
  }

  #post(request: Request<Requests>): void {
    this.start()
    if (this.#outgoing.length === 0) setImmediate(() => this.#send())
    this.#outgoing.push(request)
    if (this.#outgoing.length >= AT_ONCE) this.#send()
  }

  #send(): void {
    if (this.#outgoing.length === 0) return
    this.#thread?.postMessage(this.#outgoing, this.#transferred)
    this.#outgoing = []
    this.#transferred = []
  }

  #receive(message: Received): void {
    for (const reply of message.replies ?? []) this.#settle(reply)
    this.#options.onMessage(message)
  }

  #settle(reply: Reply<Failure>): void {
    if (reply.number === undefined) return
    const waiting = this.#waiting.get(reply.number)
    this.#waiting.delete(reply.number)
    this.#keepAlive()
    if ('failure' in reply) waiting?.reject(this.#options.errorOf(reply.failure))
    else waiting?.resolve(reply.value as never)
  }

  /** The process lives on for those who wait for a reply, and not for the thread. */
  #keepAlive(): void {
    const alive = this.#held || this.#waiting.size > 0
    if (!this.#thread || alive === this.#alive) return
    this.#alive = alive
    if (alive) this.#thread.ref()
    else this.#thread.unref()
  }

  #fail(why: string): void {
    if (this.#ended !== undefined) return
    this.#ended = why
    for (const { reject } of this.#waiting.values()) reject(this.#options.endedError(why))
    this.#waiting.clear()
    this.#options.onEnd?.(why)
  }
}
