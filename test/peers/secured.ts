/** Clients of other stacks that are given the WSDL of a node and a keystore, and nothing else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext, TestFn } from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { issue } from '../support/security/issue.js'
import type { Answer, Client, Fields } from './peer.js'
import { itemOf, warehouseSettings } from './trial.js'

export interface Secured {
  readonly test: TestFn
  /** A node under one policy, with the keys of the client; it ends with the test. */
  node(t: ExecutionContext, policy: object): Promise<RunningDaemon>
  /** Reserves an item by what the WSDL of the node says. What came of it is logged. */
  reserve(t: ExecutionContext, node: RunningDaemon, fields?: Fields): Promise<Answer>
}

/** Signed and encrypted, request and answer. */
export const BOTH = {
  require: 'signature',
  signed: ['Body', 'Timestamp'],
  encrypted: ['Body'],
  sends: { sign: ['Body', 'Timestamp'], encrypt: ['Body'] },
}

/** Starts the client before the tests of a file, and ends it after those. */
export function openSecured(test: TestFn, name: string, start: () => Client): Secured {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-peers-'))
  const file = (base: string) => join(folder, base)
  let client: Client | undefined
  test.before(() => {
    const authority = issue({ subject: 'CN=Peers, O=Example, C=NL', ca: true, type: 'rsa' })
    writeFileSync(file('authority.pem'), authority.pem)
    for (const holder of ['node', 'client']) {
      const subject = `CN=${holder}, O=Example, C=NL`
      const { pem, keyPem } = issue({ subject, type: 'rsa' }, authority)
      writeFileSync(file(`${holder}.pem`), pem)
      writeFileSync(file(`${holder}.key`), keyPem)
    }
    client = start()
  })
  test.after.always(async () => {
    await client?.end()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    test,
    async node(t, policy) {
      const security = {
        certificate: file('node.pem'),
        key: file('node.key'),
        peers: { client: { signs: { certificates: [file('client.pem')] } } },
        policies: [policy],
      }
      const state = mkdtempSync(join(tmpdir(), 'waybill-peers-'))
      const node = await startDaemon([
        ...warehouseSettings(state),
        `security=${JSON.stringify(security)}`,
      ])
      t.teardown(async () => {
        await node.stop()
        rmSync(state, { recursive: true, force: true })
      })
      return node
    },
    async reserve(t, node, fields = {}) {
      if (client === undefined) throw new Error(`${name} has not started`)
      const item = fields.item ?? itemOf('tea')
      const answer = await client.call('Reserve', {
        wsdl: `${node.url}/warehouse?wsdl`,
        action: 'urn:partner:warehouse/Reserve',
        payload: `<Reserve xmlns="urn:partner:warehouse"><line><item>${item}</item><count>1</count></line></Reserve>`,
        folder,
        key: file('client.key'),
        certificate: file('client.pem'),
        node: file('node.pem'),
        authority: file('authority.pem'),
        ...fields,
      })
      t.log(JSON.stringify(answer))
      return answer
    },
  }
}

/** The causes that the node has for what it refused. */
export const refusedBy = ({ log }: RunningDaemon): string =>
  log.flatMap(({ cause }) => (cause === undefined ? [] : String(cause))).join('; ')
