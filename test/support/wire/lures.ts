/** Lures: files and ports that a message names and that nobody may ever touch. */
import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'

export interface LureFile {
  /** `file:` URL of it. */
  readonly url: string
  /** Asserts that no process is reading it or waiting to. */
  untouched(): void
}

/**
 * A named pipe that nobody writes to: who opens it for reading waits in that call for ever, and until
 * then opening it for writing without waiting fails.
 */
export function lureFile(t: ExecutionContext): LureFile {
  const folder = mkdtempSync(join(tmpdir(), 'lure-'))
  const path = join(folder, 'secret.xml')
  execFileSync('mkfifo', [path])
  t.teardown(() => rmSync(folder, { recursive: true }))
  return {
    url: `file://${path}`,
    untouched() {
      const open = () => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
      t.throws(open, { code: 'ENXIO' }, 'the file was opened')
    },
  }
}

export interface LurePort {
  /** `http:` URL of it. */
  readonly url: string
  /** Connections so far. */
  readonly connections: number
}

/** A port of the loopback address that counts who connects. */
export async function lurePort(t: ExecutionContext): Promise<LurePort> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('not a port')
  return {
    url: `http://127.0.0.1:${address.port}/lure.dtd`,
    get connections() {
      return connections
    },
  }
}
