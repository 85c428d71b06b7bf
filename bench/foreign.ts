/** SOAP servers of others, put beside the node: gSOAP, node-soap and PHP's SoapServer, each made in a temporary folder. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TargetPlan } from './targets.js'

const run = promisify(execFile)
const SOURCES = fileURLToPath(new URL('../../bench/foreign/', import.meta.url))
/** Pinned, so that figures of two runs are of the same program. */
const NODE_SOAP = 'soap@1.13.0'

export interface Foreign {
  readonly plans: readonly TargetPlan[]
  /** Servers that are not here, and why: a sentence each. */
  readonly missing: readonly string[]
  /** Removes what was made. */
  remove(): void
}

interface Maker {
  readonly name: string
  /** What has to be installed. */
  readonly wants: string
  make(folder: string): Promise<Omit<TargetPlan, 'name'>>
}

const MAKERS: readonly Maker[] = [
  { name: 'gSOAP (C++)', wants: 'the Debian packages gsoap, libgsoap-dev and g++', make: gsoap },
  { name: 'node-soap', wants: `${NODE_SOAP} from npm`, make: nodeSoap },
  { name: 'PHP SoapServer', wants: 'the Debian packages php-cli and php-soap', make: php },
]

/** Makes all that can be made here. */
export async function makeForeign(): Promise<Foreign> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  cpSync(SOURCES, folder, { recursive: true })
  const plans: TargetPlan[] = []
  const missing: string[] = []
  for (const { name, wants, make } of MAKERS) {
    try {
      plans.push({ name, exact: false, ...(await make(folder)) })
    } catch (error) {
      const cause = error instanceof Error ? error.message.split('\n')[0] : String(error)
      missing.push(`${name} is not measured: it wants ${wants} (${cause}).`)
    }
  }
  return { plans, missing, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function gsoap(folder: string): Promise<Omit<TargetPlan, 'name'>> {
  await run('soapcpp2', ['-S', '-w', '-x', 'gsoap.h'], { cwd: folder })
  const sources = ['gsoap.cpp', 'soapC.cpp', 'soapServer.cpp']
  await run('g++', ['-O2', '-o', 'gsoap', ...sources, '-lgsoap++'], { cwd: folder })
  return { program: join(folder, 'gsoap'), command: [] }
}

async function nodeSoap(folder: string): Promise<Omit<TargetPlan, 'name'>> {
  await run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    NODE_SOAP,
  ])
  return { command: [join(folder, 'node-soap.mjs')] }
}

async function php(folder: string): Promise<Omit<TargetPlan, 'name'>> {
  await run('php', ['-r', 'exit(class_exists("SoapServer") ? 0 : 1);'])
  const command = ['-S', `127.0.0.1:${await freePort()}`, join(folder, 'server.php')]
  return { program: 'php', command, which: /http:\/\/[\d.:]+/, closes: true }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
