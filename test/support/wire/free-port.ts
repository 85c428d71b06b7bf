/** Finds a port of the loopback address that nobody listens on, for programs that cannot find one. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems hand out by themselves: nobody gets one of them by chance. */
const FIRST = 20_000
const COUNT = 12_000

/** Where this process looks next; others look elsewhere. */
let next = (process.pid * 97) % COUNT

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
