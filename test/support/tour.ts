/** Follows a tour of the documentation as a newcomer does: writes its files, runs its commands, compares what they print. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment } from './nodes/cli.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Milliseconds until a command that does not end, or does not say what it should, has failed. */
const PATIENCE = 60_000

/** A block of code with what stands above it: `<!-- file: name -->`, or `<!-- runs -->` for what goes on. */
export type Stop =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly prints: string }
  /** It is left running; the next stop begins once it has printed this. */
  | { readonly kind: 'runs'; readonly command: string; readonly prints: string }

const BLOCK = /(?:<!-- (file: (\S+)|runs) -->\n)?```(\w+)\n([\s\S]*?)```/g

export function stopsOf(page: string): readonly Stop[] {
  return [...page.matchAll(BLOCK)].flatMap(([, mark, name, language, text = '']): Stop[] => {
    if (name !== undefined) return [{ kind: 'file', name, text }]
    if (language !== 'console') return []
    return text
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [, command = '', prints = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(text) ?? []
        return { kind: mark === 'runs' ? 'runs' : 'command', command, prints: prints.trim() }
      })
  })
}

/** What a command prints, as a pattern: `…` is anything, also over lines. */
export function patternOf(prints: string): RegExp {
  const parts = prints.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^\\s*${parts.join('[\\s\\S]*?')}\\s*$`)
}

export class Walker {
  readonly #folder: string
  readonly #ports: ReadonlyMap<string, string>
  readonly #running: ChildProcess[] = []

  private constructor(folder: string, ports: ReadonlyMap<string, string>) {
    this.#folder = folder
    this.#ports = ports
  }

  /** The ports of the page are replaced by free ones, and in what is printed back again. */
  static async of(page: string, folder: string): Promise<Walker> {
    const named = new Set(page.match(/\b(?:8[01]\d\d|25\d\d)\b/g) ?? [])
    const free = await freePorts(named.size)
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    symlinkSync(ROOT, join(folder, 'node_modules', 'waybill'))
    const command = join(folder, 'node_modules', 'waybill-command')
    writeFileSync(
      command,
      `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/dist/src/main.js" "$@"\n`,
    )
    chmodSync(command, 0o755)
    mkdirSync(join(folder, 'bin'))
    symlinkSync(command, join(folder, 'bin', 'waybill'))
    return new Walker(folder, new Map([...named].map((port, index) => [port, String(free[index])])))
  }

  /** @returns what was printed, with the ports of the page; undefined if it is what the page says */
  async at(stop: Stop): Promise<string | undefined> {
    if (stop.kind === 'file') {
      const file = join(this.#folder, stop.name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, this.#here(stop.text))
      return undefined
    }
    const child = spawn('bash', ['-c', this.#here(stop.command)], {
      cwd: this.#folder,
      env: cleanEnvironment({ PATH: `${this.#folder}/bin:${process.env.PATH}` }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#running.push(child)
    const output = await outputOf(child, stop.kind === 'runs', (text) =>
      patternOf(stop.prints).test(this.#there(text)),
    )
    return patternOf(stop.prints).test(this.#there(output)) ? undefined : this.#there(output)
  }

  /** Ends what still runs. */
  async end(): Promise<void> {
    for (const child of this.#running) {
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) continue
      const exit = once(child, 'exit')
      // With what it has started.
      process.kill(-child.pid, 'SIGTERM')
      await exit
    }
  }

  #here(text: string): string {
    return text.replace(/\b\d{4}\b/g, (port) => this.#ports.get(port) ?? port)
  }

  #there(text: string): string {
    const back = new Map([...this.#ports].map(([named, free]) => [free, named]))
    return text.replace(/\b\d{4,5}\b/g, (port) => back.get(port) ?? port)
  }
}

function outputOf(
  child: ChildProcess,
  goesOn: boolean,
  enough: (text: string) => boolean,
): Promise<string> {
  return new Promise((resolve) => {
    let output = ''
    const done = () => {
      clearTimeout(timer)
      resolve(output)
    }
    const timer = setTimeout(done, PATIENCE)
    const hear = (chunk: Buffer) => {
      output += chunk
      if (goesOn && enough(output)) done()
    }
    // Of a node, people look at what it says to them; the log is another stream.
    if (!goesOn) child.stdout?.on('data', hear)
    else child.stdout?.resume()
    child.stderr?.on('data', hear)
    child.once('close', done)
  })
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}
