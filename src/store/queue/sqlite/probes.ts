/** What is written and read back to prove that jobs could be, and what is handed out to prove that they are run. */
import { Refused } from './failures.js'
import type { Transaction } from './transaction.js'

/** Begins the names of all that stands among the named values for it. */
const NAME = 'waybill:probe'

/** @throws Refused if it is not there once it is written */
export function writeAndRead(tx: Transaction, value: string): void {
  put(tx, NAME, value)
  if (read(tx, NAME) !== value) throw new Refused('unavailable', 'what was written is not there')
}

/** One of this process at a time; it is a row as a job is, so that its taking and its end are written, too. */
export class Probes {
  #waiting: string | undefined

  /** True if one waits to be taken. */
  get waiting(): boolean {
    return this.#waiting !== undefined
  }

  add(tx: Transaction, id: string): void {
    // Those of processes that ended before theirs did.
    tx.sql(
      `DELETE FROM head WHERE name GLOB '${NAME} *' AND substr(name, ${NAME.length + 2}) NOT IN
         (SELECT CAST(id AS TEXT) FROM process)`,
    ).run()
    put(tx, nameIn(tx), `waiting ${id}`)
    this.#waiting = id
  }

  /** @returns the id of one that runs now */
  take(tx: Transaction): string | undefined {
    const id = this.#waiting
    this.#waiting = undefined
    if (id === undefined || read(tx, nameIn(tx)) !== `waiting ${id}`) return undefined
    put(tx, nameIn(tx), `running ${id}`)
    return id
  }

  settle(tx: Transaction, id: string): void {
    if (read(tx, nameIn(tx)) !== `running ${id}`) {
      throw new Refused('unavailable', 'what was handed out is not there')
    }
    tx.sql('DELETE FROM head WHERE name = ?').run(nameIn(tx))
  }
}

function nameIn({ owner }: Transaction): string {
  return `${NAME} ${owner}`
}

function read(tx: Transaction, name: string): string | undefined {
  return tx.sql('SELECT value FROM head WHERE name = ?').get(name)?.value
}

function put(tx: Transaction, name: string, value: string): void {
  tx.sql(
    'INSERT INTO head (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value)
}
