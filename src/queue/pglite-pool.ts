/** One session behind the face of a pool of node-postgres, which is what BullMQ talks to. */
import { EventEmitter } from 'node:events'
import type { PgNotification, PgPool, PgPoolClient, PgQueryResult } from 'bullmq'

/** What runs statements one after the other, in the order in which they came. */
export interface SqlSession {
  query(text: string, values?: readonly unknown[]): Promise<PgQueryResult>
  /** Called with every notification that was listened for. */
  onNotification(listener: (told: PgNotification) => void): void
}

/**
 * Whoever begins a transaction has the session alone until its end, and every client hears of what any
 * of them listens for. Closing the session is the caller's.
 */
export class PglitePool extends EventEmitter implements PgPool {
  /** There is no network on which a connection could be lost without a sign. */
  readonly options = { keepAlive: true }
  readonly #session: SqlSession
  readonly #clients = new Set<PgliteClient>()
  /** Ends with the transaction that runs; undefined if none does. */
  #transaction: Promise<void> | undefined
  #ended = false

  constructor(session: SqlSession) {
    super()
    this.#session = session
    session.onNotification((told) => {
      for (const client of this.#clients) client.emit('notification', told)
    })
  }

  async query<Row>(text: string, values?: readonly unknown[]): Promise<PgQueryResult<Row>> {
    await this.#free()
    return this.#session.query(text, values)
  }

  async connect(): Promise<PgPoolClient> {
    const client = new PgliteClient(this, this.#session, () => this.#clients.delete(client))
    // Every worker and every listener of BullMQ has one, for as long as it lives.
    client.setMaxListeners(0)
    this.#clients.add(client)
    return client
  }

  /** Nothing can be asked any more. */
  async end(): Promise<void> {
    await this.#free()
    this.#ended = true
  }

  /** @returns ends the transaction */
  async begin(): Promise<() => void> {
    await this.#free()
    let end: () => void = () => undefined
    this.#transaction = new Promise((resolve) => {
      end = () => {
        this.#transaction = undefined
        resolve()
      }
    })
    return end
  }

  /** Waits until nobody has the session alone. */
  async #free(): Promise<void> {
    while (this.#transaction) await this.#transaction
    // The words by which BullMQ knows that its own end has come first.
    if (this.#ended) throw new Error('Cannot use a pool after calling end on the pool')
  }
}

class PgliteClient extends EventEmitter implements PgPoolClient {
  readonly #pool: PglitePool
  readonly #session: SqlSession
  readonly #released: () => void
  /** Ends the transaction of this client; undefined if it has none. */
  #end: (() => void) | undefined

  constructor(pool: PglitePool, session: SqlSession, released: () => void) {
    super()
    this.#pool = pool
    this.#session = session
    this.#released = released
  }

  async query<Row>(text: string, values?: readonly unknown[]): Promise<PgQueryResult<Row>> {
    if (!this.#end && /^\s*BEGIN\b/i.test(text)) this.#end = await this.#pool.begin()
    if (!this.#end) return this.#pool.query(text, values)
    try {
      return await this.#session.query(text, values)
    } finally {
      if (/^\s*(COMMIT|ROLLBACK)\b/i.test(text)) {
        this.#end()
        this.#end = undefined
      }
    }
  }

  release(): void {
    this.removeAllListeners()
    this.#released()
    // What was left open is undone; if even that fails, the session is gone and so is what was open.
    if (this.#end) void this.query('ROLLBACK').catch(() => undefined)
  }
}
