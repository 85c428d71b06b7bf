/** Runs the script of docs/evidence.md over one message of exported evidence, as it stands there. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { folderOf } from '../folder.js'

const DOCUMENT = readFileSync(new URL('../../../../docs/evidence.md', import.meta.url), 'utf8')
const SCRIPT = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(DOCUMENT)?.[1] ?? ''

export function check(
  t: ExecutionContext,
  folder: string,
): { readonly ok: boolean; readonly out: string } {
  const script = join(folderOf(t, { 'check.sh': SCRIPT }), 'check.sh')
  const { status, stdout, stderr } = spawnSync('sh', [script, folder], { encoding: 'utf8' })
  return { ok: status === 0, out: `${stdout}${stderr}` }
}
