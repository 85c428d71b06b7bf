/** What the parts of the store share while one transaction runs: the file, the line of jobs, what has ended. */
import type { Database } from '../../sqlite/database.js'

type Statement = ReturnType<Database['prepare']>

export class Transaction {
  readonly database: Database
  /** Number of this process among those that run jobs; 0 for one that runs none. */
  owner = 0
  /** Ids of jobs that have ended, for those who wait. */
  ended: string[] = []
  /** True once a job is to go on at a certain time: then the alarm has to be set again. */
  postponed = false
  /** True once a destination was paused or resumed: then this process has to be notified. */
  pausesChanged = false
  #turn: number | undefined
  /** Jobs that could be run, as far as this transaction has counted them. */
  #depth: number | undefined
  #statements = new Map<string, Statement>()

  constructor(database: Database) {
    this.database = database
  }

  /** The statement of a text, prepared once. */
  sql(text: string): Statement {
    let statement = this.#statements.get(text)
    if (!statement) {
      statement = this.database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement
  }

  /** The place at the end of the line of those that wait. */
  nextTurn(): number {
    this.#turn = (this.#turn ?? this.tally('turn')) + 1
    return this.#turn
  }

  /** Jobs for which there is something to do, those for their next attempt among them, but none suspended. */
  get depth(): number {
    const depth = this.#depth ?? this.#count()
    if (this.database.isTransaction) this.#depth = depth
    return depth
  }

  /** Notes that a job was added: what most transactions do need not be counted each time. */
  added(): void {
    if (this.#depth !== undefined) this.#depth += 1
  }

  /** Has the depth counted again when it is asked for. */
  recount(): void {
    this.#depth = undefined
  }

  #count(): number {
    const found = this.sql(
      `SELECT sum(n) AS n FROM tally WHERE name IN ('waiting', 'held', 'delayed')`,
    ).get()
    return Number(found?.n)
  }

  tally(name: string): number {
    return Number(this.sql('SELECT n FROM tally WHERE name = ?').get(name)?.n)
  }

  setTally(name: string, n: number): void {
    this.sql('UPDATE tally SET n = ? WHERE name = ?').run(n, name)
  }

  get isPaused(): boolean {
    return this.sql(`SELECT value FROM setting WHERE name = 'paused'`).get()?.value === 1
  }

  pause(paused: boolean): void {
    this.sql(`UPDATE setting SET value = ? WHERE name = 'paused'`).run(paused ? 1 : 0)
  }

  begin(): void {
    this.recount()
    this.sql('BEGIN IMMEDIATE').run()
  }

  commit(): void {
    if (this.#turn !== undefined) this.setTally('turn', this.#turn)
    this.#turn = undefined
    this.recount()
    this.sql('COMMIT').run()
  }

  /** Ids of jobs that have ended; they are told once. */
  takeEnded(): readonly string[] {
    const { ended } = this
    this.ended = []
    return ended
  }

  rollback(): void {
    this.#turn = undefined
    this.recount()
    this.ended = []
    // SQLite itself has done so after some errors.
    if (this.database.isTransaction) this.sql('ROLLBACK').run()
  }
}
