/** The node's side of the thread in which PGlite runs: asks, waits, and gives up on what hangs. */
import { EventEmitter, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PgNotification, PgQueryResult } from 'bullmq'
import type { DataFolder } from './embedded-data.js'
import type { SqlSession } from './pglite-pool.js'

export type Asked =
  | {
      readonly kind: 'query'
      readonly text: string
      readonly values: readonly unknown[] | undefined
    }
  | { readonly kind: 'close' }

export type Told =
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answered'; readonly result: PgQueryResult }
  | {
      readonly kind: 'refused'
      readonly message: string
      readonly code: string | undefined
      readonly detail: string | undefined
    }
  | { readonly kind: 'notified'; readonly told: PgNotification }
  | { readonly kind: 'closed' }

interface Pending {
  readonly resolve: (result: PgQueryResult) => void
  readonly reject: (error: Error) => void
}

/**
 * Milliseconds without any answer after which the thread is given up: on a full disk PGlite begins
 * anew what has failed, for ever.
 */
const HANGS = 60_000
/** Milliseconds that closing may take; cut off, it is as after a crash. */
const CLOSING = 10_000
/** Milliseconds that opening may take: what a crash has left undone is done then. */
const OPENING = 300_000

export class EmbeddedSession implements SqlSession {
  readonly #thread: Worker
  readonly #listeners = new EventEmitter()
  /** In the order in which they were asked; answers come in the same. */
  readonly #pending: Pending[] = []
  readonly #hangs: number
  #watch: NodeJS.Timeout | undefined
  #stopped: Error | undefined

  private constructor(thread: Worker, hangs: number) {
    this.#thread = thread
    this.#hangs = hangs
    thread.on('message', (told: Told) => this.#hear(told))
    thread.on('error', (error) => this.#stop(error.message))
    thread.on('exit', () => this.#stop('its thread has ended'))
  }

  /**
   * Opens a data folder.
   *
   * @param hangs  milliseconds without any answer after which the thread is given up
   * @throws Error if it cannot be opened, or is damaged
   */
  static async open(data: DataFolder, hangs = HANGS): Promise<EmbeddedSession> {
    const thread = new Worker(new URL('./embedded-thread.js', import.meta.url), {
      workerData: data,
      execArgv: [],
    })
    try {
      const signal = AbortSignal.timeout(OPENING)
      const [told] = (await Promise.race([
        once(thread, 'message', { signal }),
        once(thread, 'exit', { signal }).then(() => {
          throw new Error('its thread has ended')
        }),
      ])) as [Told]
      if (told.kind === 'opened') return new EmbeddedSession(thread, hangs)
      throw new Error(told.kind === 'failed' ? told.message : `unexpected: ${told.kind}`)
    } catch (error) {
      await thread.terminate()
      throw error
    }
  }

  /** Why nothing can be asked any more; undefined as long as it can. */
  get stopped(): string | undefined {
    return this.#stopped?.message
  }

  query(text: string, values?: readonly unknown[]): Promise<PgQueryResult> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) {
        reject(this.#stopped)
        return
      }
      this.#ask({ kind: 'query', text, values })
      this.#pending.push({ resolve, reject })
      this.#watch ??= this.#watchFor()
    })
  }

  onNotification(listener: (told: PgNotification) => void): void {
    this.#listeners.on('notification', listener)
  }

  /**
   * Ends PGlite after what was asked has been answered.
   *
   * @returns true if its files are as an orderly end leaves them
   */
  async close(): Promise<boolean> {
    if (this.#stopped) return false
    const ended = once(this.#thread, 'exit')
    let orderly = false
    this.#thread.on('message', (told: Told) => {
      if (told.kind === 'closed') orderly = true
    })
    this.#ask({ kind: 'close' })
    const timer = setTimeout(() => void this.#thread.terminate(), CLOSING)
    await ended
    clearTimeout(timer)
    return orderly
  }

  #ask(asked: Asked): void {
    this.#thread.postMessage(asked)
  }

  #hear(told: Told): void {
    switch (told.kind) {
      case 'answered':
        this.#next()?.resolve(told.result)
        return
      case 'refused': {
        const { message, code, detail } = told
        this.#next()?.reject(Object.assign(new Error(message), { code, detail }))
        return
      }
      case 'notified':
        this.#listeners.emit('notification', told.told)
        return
      case 'opened':
      case 'failed':
      case 'closed':
        return
    }
  }

  #next(): Pending | undefined {
    const pending = this.#pending.shift()
    clearTimeout(this.#watch)
    this.#watch = this.#pending.length > 0 ? this.#watchFor() : undefined
    return pending
  }

  #watchFor(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#stop(`no answer in ${this.#hangs} ms`)
      void this.#thread.terminate()
    }, this.#hangs)
  }

  #stop(why: string): void {
    clearTimeout(this.#watch)
    this.#stopped ??= new Error(`the embedded queue has stopped until a restart: ${why}`)
    for (const { reject } of this.#pending.splice(0)) reject(this.#stopped)
  }
}
