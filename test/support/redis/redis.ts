/** Provides a Redis for tests: the one of REDIS_URL, or a process of its own on a free port. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { PATIENCE } from '../waiting.js'

/** A Redis process of the test's own, with an append-only file and without eviction. */
export interface OwnRedis {
  readonly url: string
  /** Where it keeps its files. */
  readonly folder: string
  readonly port: number
  /** Ends it as a loss of power of the machine would, but that the system keeps what was written. */
  kill(): Promise<void>
  /** Starts it again on the same port and the same data. */
  start(): Promise<void>
  /** Ends it and removes its data, as when its disk is replaced. */
  wipe(): Promise<void>
  /** Holds it still, so that it answers nobody, and lets it go on. */
  freeze(): void
  thaw(): void
  /** Ends it and removes its data. */
  close(): Promise<void>
}

/** Whichever Redis serves for tests that only use it: REDIS_URL, or one of their own. */
export async function anyRedis(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { REDIS_URL: url } = process.env
  if (url === undefined) return ownRedis()
  say(`tests use the Redis of REDIS_URL`)
  return { url, close: async () => undefined }
}

/** @param options  further options of the configuration, such as `['--requirepass', 'secret']` */
export async function ownRedis(options: readonly string[] = []): Promise<OwnRedis> {
  return onFreePort((port) => redisOn(port, options))
}

/** Ends, before it answered, as a server does whose port somebody else took meanwhile. */
class EndedAtStart extends Error {}

/** Starts a server on a port that is free; on another one if somebody else takes it meanwhile. */
export async function onFreePort<Server>(
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  for (let left = 4; ; left -= 1) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (left === 0 || !(error instanceof EndedAtStart)) throw error
    }
  }
}

async function redisOn(port: number, options: readonly string[]): Promise<OwnRedis> {
  const program = redisProgram()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-redis-'))
  let child: ChildProcess | undefined
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    folder,
    port,
    async kill() {
      const running = child
      child = undefined
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      running.kill('SIGKILL')
      await once(running, 'exit')
    },
    async start() {
      child = spawn(program, [...configuration(port, folder), ...options], { stdio: 'ignore' })
      await answering(port, child)
    },
    async wipe() {
      await redis.kill()
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    },
    freeze() {
      child?.kill('SIGSTOP')
    },
    thaw() {
      child?.kill('SIGCONT')
    },
    async close() {
      redis.thaw()
      await redis.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await redis.start()
  } catch (error) {
    await redis.close()
    throw error
  }
  return redis
}

function configuration(port: number, folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true })
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
    'repl-diskless-sync-delay': '0',
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}

/** Waits until it answers: whatever it answers, such as that it wants a password. */
export async function answering(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + PATIENCE
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new EndedAtStart(`redis-server exited with ${child.exitCode}`)
    }
    const client = new Redis({
      port,
      host: '127.0.0.1',
      lazyConnect: true,
      enableReadyCheck: false,
      retryStrategy: () => null,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      if ((await client.ping()) === 'PONG') return
    } catch (error) {
      if (error instanceof Error && /NOAUTH|NOPERM/.test(error.message)) return
      await sleep(20)
    } finally {
      client.disconnect()
    }
  }
  throw new Error('redis-server does not answer')
}

let program: string | undefined

/** Where redis-server is; installed by the system's package manager if it may be. */
export function redisProgram(): string {
  if (program) return program
  program = onPath('redis-server')
  if (program) say(`tests start ${program}`)
  else {
    program = installed()
    say(`tests start ${program}, which was installed for them`)
  }
  return program
}

function onPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** One process at a time: of several test files that find none, the first installs it, and the others find it. */
const INSTALL = `
set -e
command -v redis-server && exit
policy=/usr/sbin/policy-rc.d
# The package would start a Redis of the system: this keeps it from that.
if [ ! -e $policy ]; then
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod +x $policy
fi
apt-get -q update
DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=60 install -y redis-server`

function installed(): string {
  const remedy = 'set REDIS_URL, or put redis-server (7 or later) on the PATH'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`these tests need a Redis: ${remedy}`)
  }
  say('tests install redis-server by apt-get')
  const lock = join(tmpdir(), 'waybill-install.lock')
  const run = spawnSync('flock', [lock, 'sh', '-c', INSTALL], { encoding: 'utf8' })
  const found = run.status === 0 ? onPath('redis-server') : undefined
  if (found) return found
  const output = `${run.error?.message ?? ''}${run.stdout}${run.stderr}`.slice(-2000)
  throw new Error(`these tests need a Redis, and none could be installed: ${remedy}\n${output}`)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
