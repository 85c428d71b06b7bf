/** The checksums of rows, which SQLite has none of: what each is over, in SQL. */

/** What the checksum of a row of each table is over: every other column. SQLite has none of its own. */
const SEALED = {
  job: `id state turn due owner accepted ended attempts resumed lane hex(claim) digest hex(awaits) head
    plan cause result replaces replaced_by bytes checksum answer_bytes answer_checksum`,
  history: 'job line at node attempt cause',
  process: 'id lock node',
  setting: 'name value',
  remembered: 'hex(key) until',
  head: 'name value',
  blob: 'id owner size uses',
  attached: 'job blob',
  run: 'id owner hex(claim) digest hex(once)',
} as const

/**
 * The checksum that the columns of a row ought to have.
 *
 * @param row  in a trigger, the one that is meant
 */
export function sealOf(table: keyof typeof SEALED, row: '' | 'old.' = ''): string {
  const columns = SEALED[table].split(/\s+/)
  const values = columns.map((column) => column.replace(/\w+(?=\)?$)/, `${row}$&`))
  return `seal(printf('${columns.map(() => '%s').join()}', ${values.join()}))`
}

/** A content's checksum that no bytes have. */
export const NO_CHECKSUM = -1
