/** Opens the data folder of the embedded queue with PGlite: made, opened, or looked through after a crash. */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import type { PgQueryable } from 'bullmq'
import { PgliteSession } from './pglite-session.js'

export interface DataFolder {
  readonly folder: string
  /**
   * `make` one that is not there, from a template or, without one, slowly; `check` one that was not
   * closed; `open` one that was.
   */
  readonly how: 'make' | 'check' | 'open'
  /** Path of a dumped data folder, gzipped. */
  readonly template?: string | undefined
}

const OPTIONS = {
  startParams: [
    ...PGlite.defaultStartParams,
    // The last one counts. BullMQ names its tables without their schema.
    ...[
      'search_path=bullmq',
      'shared_buffers=16MB',
      'wal_level=minimal',
      'max_wal_senders=0',
    ].flatMap((setting) => ['-c', setting]),
  ],
  initDbStartParams: ['--wal-segsize=1'],
}

/** @throws Error if it cannot be opened or is damaged; PGlite may hang on one that is */
export async function openData({ folder, how, template }: DataFolder): Promise<PGlite> {
  if (how === 'make') {
    if (template === undefined) return PGlite.create(folder, OPTIONS)
    const tar = new Blob([gunzipSync(await readFile(template))], { type: 'application/x-tar' })
    return PGlite.create(folder, { ...OPTIONS, loadDataDir: tar })
  }
  const db = await PGlite.create(folder, OPTIONS)
  if (how === 'check') await check(db)
  return db
}

/** A data folder with nothing in it yet, gzipped, for `make`. */
export async function dumpTemplate(
  fill: (session: PgQueryable) => Promise<unknown>,
): Promise<Buffer> {
  const db = await PGlite.create(OPTIONS)
  await fill(new PgliteSession(db))
  await db.exec('VACUUM FULL')
  await db.exec('CHECKPOINT')
  const dump = await db.dumpDataDir('gzip')
  await db.close()
  return Buffer.from(await dump.arrayBuffer())
}

/**
 * PGlite never syncs, so that power loss may have lost any page: an index is made anew from its table,
 * which fails if a row is there twice, and every row is read, which checks the sums of its pages.
 */
async function check(db: PGlite): Promise<void> {
  await db.exec('REINDEX SYSTEM postgres')
  await db.exec('REINDEX DATABASE postgres')
  const { rows } = await db.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq'",
  )
  for (const { name } of rows) await db.query(`SELECT sum(hashtext(one::text)) FROM ${name} one`)
}
