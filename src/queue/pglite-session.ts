/** Runs statements on PGlite in one round trip each, prepared once, with values as node-postgres has them. */
import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import type { PgQueryable, PgQueryResult } from 'bullmq'
import { readValue, writeValue } from './pglite-values.js'

const { serialize } = protocol
/** Statements that are kept prepared; BullMQ has about a hundred, and makes none up. */
const MOST_PREPARED = 400

interface Prepared {
  readonly name: string
  /** Types of its parameters. */
  readonly types: readonly number[]
}

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>

/** Not for two callers at once: PGlite would mix up their answers. */
export class PgliteSession implements PgQueryable {
  readonly #db: PGlite
  readonly #prepared = new Map<string, Prepared>()

  constructor(db: PGlite) {
    this.#db = db
  }

  /**
   * @param values  undefined for a text of one statement or several without parameters
   * @throws DatabaseError with the SQLSTATE as its `code`
   */
  async query<Row>(text: string, values?: readonly unknown[]): Promise<PgQueryResult<Row>> {
    if (values === undefined || values.length === 0) {
      return this.#result(await this.#send(serialize.query(text)))
    }
    const { name, types } = this.#prepared.get(text) ?? (await this.#prepare(text))
    return this.#result(
      await this.#send(
        serialize.bind({
          statement: name,
          values: values.map((value, at) => writeValue(this.#db, types[at], value)),
        }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ),
    )
  }

  async #prepare(text: string): Promise<Prepared> {
    if (this.#prepared.size >= MOST_PREPARED) {
      await this.#send(serialize.query('DEALLOCATE ALL'))
      this.#prepared.clear()
    }
    const name = `s${this.#prepared.size}`
    const answer = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const described = answer.find((one) => one instanceof messages.ParameterDescriptionMessage)
    const prepared = { name, types: described?.dataTypeIDs ?? [] }
    this.#prepared.set(text, prepared)
    return prepared
  }

  #send(...parts: readonly Uint8Array[]): Promise<Messages> {
    return this.#db.execProtocolStream(Buffer.concat(parts), { syncToFs: false })
  }

  /** Of several statements, what the last one gave. */
  #result(answer: Messages): PgQueryResult {
    let fields: messages.RowDescriptionMessage['fields'] = []
    let rows: Record<string, unknown>[] = []
    let last: PgQueryResult = { rows, rowCount: 0 }
    for (const one of answer) {
      if (one instanceof messages.RowDescriptionMessage) {
        fields = one.fields
      } else if (one instanceof messages.DataRowMessage) {
        rows.push(this.#row(fields, one.fields))
      } else if (one instanceof messages.CommandCompleteMessage) {
        last = { rows, rowCount: Number(/\d+$/.exec(one.text)?.[0] ?? 0) }
        rows = []
      }
    }
    return last
  }

  #row(
    fields: messages.RowDescriptionMessage['fields'],
    texts: messages.DataRowMessage['fields'],
  ): Record<string, unknown> {
    return Object.fromEntries(
      fields.map(({ name, dataTypeID }, at) => [
        name,
        readValue(this.#db, dataTypeID, texts[at] ?? null),
      ]),
    )
  }
}
