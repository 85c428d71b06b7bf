/** Provides a real Postgres for tests: its own, in a temporary folder, if the programs are there. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestPostgres {
  readonly url: string
  close(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'
/** Whom Postgres may run as, if root runs the tests. */
const NOBODY = 65_534

/** Where initdb and postgres are; the newest. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  return readdirSync(DEBIAN)
    .map((version) => join(DEBIAN, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'postgres')))
    .at(-1)
}

export async function startPostgres(programs: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-postgres-'))
  const data = join(folder, 'data')
  const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in who) chownSync(folder, NOBODY, NOBODY)
  chmodSync(folder, 0o700)
  const options = { cwd: folder, ...who }
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    options,
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
  const child = spawn(join(programs, 'postgres'), args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes('ready to accept connections')) break
  }
  child.stderr.resume()
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const address = socket.address()
  socket.close()
  await once(socket, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
