/** Compiles the clients in C++, C# and Java into a folder of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestFn } from 'ava'
import { CLIENTS, shell } from './foreign-client.js'

/**
 * @param commands  for `sh`, which stops at the first that fails; run in the folder, with the
 *   sources in `$CLIENTS`
 * @returns the folder, which is there once the tests begin
 */
export function compiled(test: TestFn, commands: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-interop-'))
  test.before(async () => {
    await shell(`CLIENTS='${CLIENTS}'\n${commands}`, folder)
  })
  test.after.always(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
