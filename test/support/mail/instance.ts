/** Runs a mail program as a private instance: its own folder, its own processes, nothing of the system's. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PATIENCE } from '../waiting.js'

export interface Instance {
  readonly folder: string
  /** What it has written so far. */
  readonly log: string
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

export interface InstanceOptions {
  readonly command: (folder: string) => readonly [string, ...string[]]
  /** Contents by paths below the folder. */
  readonly files: (folder: string) => Readonly<Record<string, string>>
  /** Folders to be made below the folder, that everybody may enter. */
  readonly folders?: readonly string[]
  /** It is ready once one can connect to this port. */
  readonly port: number
}

export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-interop-'))
  // Its processes run as other users.
  chmodSync(folder, 0o755)
  for (const name of options.folders ?? []) mkdirSync(join(folder, name), { recursive: true })
  for (const [path, content] of Object.entries(options.files(folder))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const [program, ...parameters] = options.command(folder)
  // Not a pipe: Node.js makes sockets of them, which Postfix cannot open again by name.
  const output = openSync(join(folder, 'log'), 'a')
  const child = spawn(program, parameters, { stdio: ['ignore', output, output] })
  closeSync(output)
  const read = () => readFileSync(join(folder, 'log'), 'utf8')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    await reachable(options.port, child)
  } catch (error) {
    const output = read().slice(-2000)
    await stop()
    throw new Error(`${program} did not start: ${output}`, { cause: error })
  }
  return {
    folder,
    stop,
    get log() {
      return read()
    },
  }
}

/** There is no event that tells: a port is open or it is not. */
async function reachable(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    if (Date.now() > deadline) throw new Error(`port ${port} did not open`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
