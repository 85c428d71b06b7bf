/** The way to the thread that has the file: questions there, answers and news back. */
import { Worker } from 'node:worker_threads'
import { type Deferred, deferred } from '../../base/deferred.js'
import { setImmediate } from '../../base/time.js'
import { WaybillError } from '../../errors.js'
import { ExitLock } from '../../store/sqlite/exit-lock.js'
import { RETRY_AFTER } from '../answered.js'
import { QueueFull, QueueUnavailable } from '../queue.js'
import type { OpenOptions, ThreadOptions } from './options.js'
import type { Answered, Failure, Request, RequestName, Requests, Told } from './requests.js'

/** Requests that go together: the thread works on them while the next ones are made here. */
const AT_ONCE = 16
/** Buffers of more bytes are handed over and not copied. */
const LARGE = 64 * 1024

export class Channel {
  readonly #thread: Worker
  readonly #asking = new Map<number, Deferred<never>>()
  readonly #tell: (told: Told) => void
  #number = 0
  /** What goes out with the end of this turn of the event loop. */
  #outgoing: Request[] = []
  #handed: ArrayBuffer[] = []
  /** Why nothing is answered any more. */
  #gone: string | undefined

  private constructor(thread: Worker, lock: ExitLock, tell: (told: Told) => void) {
    this.#thread = thread
    this.#tell = tell
    thread.on('message', (told: Told) => this.#hear(told))
    thread.on('error', (error) => this.#fail(`its thread has failed: ${error.message}`))
    const exit = () => lock.exit()
    // Each open queue has a listener: many of them are no leak.
    process.setMaxListeners(process.getMaxListeners() + 1).on('exit', exit)
    thread.on('exit', () => {
      process.setMaxListeners(process.getMaxListeners() - 1).off('exit', exit)
      this.#fail('it is closed')
    })
  }

  /**
   * @param tell  hears what the thread tells by itself
   * @throws WaybillError if the file cannot be used
   */
  static open(options: OpenOptions, tell: (told: Told) => void): Promise<Channel> {
    const lock = new ExitLock()
    const workerData: ThreadOptions = { ...options, exitLock: lock.shared }
    const thread = new Worker(new URL('./thread.js', import.meta.url), { workerData })
    const { promise, resolve, reject } = deferred<Channel>()
    const channel: Channel = new Channel(thread, lock, (told) => {
      const { opened } = told
      if (opened === true) {
        thread.unref()
        resolve(channel)
      } else if (opened) reject(errorOf(opened))
      tell(told)
    })
    thread.once('error', reject)
    return promise
  }

  ask<Name extends RequestName>(
    name: Name,
    ...parameters: Parameters<Requests[Name]>
  ): Promise<ReturnType<Requests[Name]>> {
    if (this.#gone !== undefined) return Promise.reject(new QueueUnavailable(this.#gone))
    this.#number += 1
    // The process lives on for what it has asked, and not for the thread.
    if (this.#asking.size === 0) this.#thread.ref()
    const asking = deferred<never>()
    this.#asking.set(this.#number, asking)
    if (this.#outgoing.length === 0) setImmediate(() => this.#send())
    this.#outgoing.push({ number: this.#number, name, parameters })
    if (this.#outgoing.length >= AT_ONCE) this.#send()
    return asking.promise
  }

  /** Hands a buffer over with what is asked next: nobody may use it here any more. */
  hand({ buffer, byteLength }: Uint8Array): void {
    if (byteLength > LARGE && buffer instanceof ArrayBuffer) this.#handed.push(buffer)
  }

  /** Resolves once the thread has ended. */
  async close(): Promise<void> {
    if (this.#gone !== undefined) return
    const ended = deferred()
    this.#thread.once('exit', () => ended.resolve())
    await this.ask('close')
    this.#thread.ref()
    await ended.promise
  }

  #send(): void {
    if (this.#outgoing.length === 0) return
    this.#thread.postMessage(this.#outgoing, this.#handed)
    this.#outgoing = []
    this.#handed = []
  }

  #hear(told: Told): void {
    for (const answered of told.answers ?? []) this.#settle(answered)
    this.#tell(told)
  }

  #settle(answered: Answered): void {
    const asking = this.#asking.get(answered.number)
    this.#asking.delete(answered.number)
    if (this.#asking.size === 0) this.#thread.unref()
    if ('failure' in answered) asking?.reject(errorOf(answered.failure))
    else asking?.resolve(answered.value as never)
  }

  #fail(sentence: string): void {
    if (this.#gone !== undefined) return
    this.#gone = sentence
    for (const { reject } of this.#asking.values()) reject(new QueueUnavailable(sentence))
    this.#asking.clear()
    this.#tell({ condition: { problem: sentence, full: undefined } })
  }
}

function errorOf({ kind, sentence, code }: Failure): Error {
  switch (kind) {
    case 'full':
      return new QueueFull(sentence, RETRY_AFTER)
    case 'unavailable':
      return new QueueUnavailable(sentence)
    case 'waybill':
      return new WaybillError(code as never, sentence)
    case 'bug':
      return new Error(sentence)
  }
}
