/** What the tests of one peer share: its program, and a node that serves the contracts and writes down each run. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext, TestFn } from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import type { Answer, Client, Fields } from './peer.js'

const PLUGINS = ['warehouse', 'greetings', 'vat'].map((name) => ({
  use: fileURLToPath(new URL(`node/${name}.js`, import.meta.url)),
  as: name,
}))

export interface Peer {
  readonly name: string
  readonly start: () => Client
  /** What every call of it has, such as where it reads the contract. */
  readonly fields?: Fields
}

export interface Trial extends Peer {
  readonly test: TestFn
  /**
   * A call of the peer to the warehouse of the node, unless the fields have another `address`; an empty one leaves it to
   * the WSDL. What came of it is logged.
   */
  call(t: ExecutionContext, operation: string, fields: Fields): Promise<Answer>
  /** A call of the peer to an address; nothing is logged. */
  ask(operation: string, fields: Fields): Promise<Answer>
  node(): RunningDaemon
  /** A folder for the state of another node of one test. */
  folder(t: ExecutionContext): string
  /** How often an operation has run for this item, reservation or text. */
  runs(item: string): number
}

/** A name that no other test uses; how it begins says what happens to it. */
export function itemOf(what: 'tea' | 'broken' | 'nothing'): string {
  return `${what}-${randomUUID()}`
}

export function newId(): string {
  return `urn:uuid:${randomUUID()}`
}

/** The settings of a node that serves the contracts, with its jobs and claims in a folder. */
export function warehouseSettings(stateDir: string): readonly string[] {
  return [`plugins=${JSON.stringify(PLUGINS)}`, `stateDir=${stateDir}`]
}

/** Starts both before the tests of a file, and ends them after those. */
export function openTrial(test: TestFn, peer: Peer): Trial {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-peers-'))
  let daemon: RunningDaemon | undefined
  let client: Client | undefined
  test.serial.before(async () => {
    client = peer.start()
    daemon = await startDaemon(warehouseSettings(folder))
  })
  test.after.always(async () => {
    await client?.end()
    await daemon?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const node = () => {
    if (daemon === undefined) throw new Error('the node has not started')
    return daemon
  }
  const ask: Trial['ask'] = async (operation, fields) => {
    if (client === undefined) throw new Error(`${peer.name} has not started`)
    return client.call(operation, { ...peer.fields, ...fields })
  }
  return {
    ...peer,
    test,
    node,
    ask,
    async call(t, operation, fields) {
      const { address, ...others } = { address: `${node().url}/warehouse`, ...fields }
      const answer = await ask(operation, address === '' ? others : { address, ...others })
      t.log(`${operation}: ${JSON.stringify(answer)}`)
      return answer
    },
    folder(t) {
      const made = mkdtempSync(join(tmpdir(), 'waybill-peers-'))
      t.teardown(() => rmSync(made, { recursive: true, force: true }))
      return made
    },
    runs: (item) =>
      node().log.filter((line) => String(line.msg).endsWith(' runs') && line.item === item).length,
  }
}
