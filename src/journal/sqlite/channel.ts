/** The way to the thread that has the file of a journal; the thread starts when something is said to it first. */
import { Worker } from 'node:worker_threads'
import { type Deferred, deferred } from '../../base/deferred.js'
import { WaybillError } from '../../errors.js'
import { ExitLock } from '../../store/sqlite/exit-lock.js'
import type { Request, RequestName, Requests, Said, ThreadOptions, Told } from './requests.js'

export class Channel {
  readonly #options: Omit<ThreadOptions, 'exitLock'>
  readonly #tell: (told: Told) => void
  readonly #asking = new Map<number, Deferred<never>>()
  #thread: Worker | undefined
  #number = 0
  #held = false
  /** Why nothing is answered any more. */
  #gone: string | undefined

  /** @param tell  hears what the thread tells by itself */
  constructor(options: Omit<ThreadOptions, 'exitLock'>, tell: (told: Told) => void) {
    this.#options = options
    this.#tell = tell
  }

  get isGone(): boolean {
    return this.#gone !== undefined
  }

  /** @param handed  buffers that nobody uses here any more */
  say(said: Said, handed: readonly ArrayBuffer[] = []): void {
    if (this.#gone !== undefined) return
    this.#thread ??= this.#start()
    this.#thread.postMessage(said, handed)
  }

  /** @throws WaybillError WAYBILL_JOURNAL_UNUSABLE */
  ask<Name extends RequestName>(
    name: Name,
    ...parameters: Parameters<Requests[Name]>
  ): Promise<ReturnType<Requests[Name]>> {
    if (this.#gone !== undefined) return Promise.reject(unusable(this.#gone))
    this.#number += 1
    const asking = deferred<never>()
    this.#asking.set(this.#number, asking)
    this.say({ kind: 'request', request: { number: this.#number, name, parameters } as Request })
    // The process lives on for what it has asked, and not for the thread.
    this.#thread?.ref()
    return asking.promise
  }

  /** Whether the process lives on though nothing is asked for. */
  hold(held: boolean): void {
    this.#held = held
    this.#unref()
  }

  /** Resolves once the thread has ended. */
  async close(): Promise<void> {
    if (this.#gone !== undefined || !this.#thread) return
    const ended = deferred()
    this.#thread.once('exit', () => ended.resolve())
    await this.ask('close')
    this.#thread.ref()
    await ended.promise
  }

  #start(): Worker {
    const lock = new ExitLock()
    const workerData: ThreadOptions = { ...this.#options, exitLock: lock.shared }
    const thread = new Worker(new URL('./thread.js', import.meta.url), { workerData })
    thread.unref()
    thread.on('message', (told: Told) => this.#hear(told))
    thread.on('error', (error) => this.#fail(`its thread has failed: ${error.message}`))
    const exit = () => lock.exit()
    // Each open journal has a listener: many of them are no leak.
    process.setMaxListeners(process.getMaxListeners() + 1).on('exit', exit)
    thread.on('exit', () => {
      process.setMaxListeners(process.getMaxListeners() - 1).off('exit', exit)
      this.#fail('it is closed')
    })
    return thread
  }

  #hear(told: Told): void {
    if (told.kind !== 'answer' && told.kind !== 'failure') {
      this.#tell(told)
      return
    }
    const asking = this.#asking.get(told.number)
    this.#asking.delete(told.number)
    this.#unref()
    if (told.kind === 'failure') asking?.reject(unusable(told.sentence))
    else asking?.resolve(told.value as never)
  }

  #unref(): void {
    if (this.#held || this.#asking.size > 0) this.#thread?.ref()
    else this.#thread?.unref()
  }

  #fail(sentence: string): void {
    if (this.#gone !== undefined) return
    this.#gone = sentence
    for (const { reject } of this.#asking.values()) reject(unusable(sentence))
    this.#asking.clear()
  }
}

function unusable(why: string): WaybillError {
  return new WaybillError('WAYBILL_JOURNAL_UNUSABLE', `the journal cannot be read: ${why}`)
}
