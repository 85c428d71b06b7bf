/** Clients of other stacks beside a node that has a policy: they are given its WSDL and keys. */
import { createHash } from 'node:crypto'
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
  node(t: ExecutionContext, policy: object, more?: More): Promise<RunningDaemon>
  /** Reserves an item by what the WSDL of the node says. What came of it is logged. */
  reserve(t: ExecutionContext, node: RunningDaemon, fields?: Fields): Promise<Answer>
}

interface More {
  /** Of its section `security`. */
  readonly security?: object
  /** It listens with TLS, as 127.0.0.1. */
  readonly tls?: boolean
}

/** Of the user `client`. */
export const PASSWORD = 'a secret of theirs'
/** As the node has it for a password that comes as text. */
const HASHED = `sha256:${createHash('sha256').update(PASSWORD).digest('hex')}`

/** Signed, request and answer. */
export const SIGNED = {
  require: 'signature',
  signed: ['Body', 'Timestamp'],
  sends: { sign: ['Body', 'Timestamp'] },
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
      const { pem, keyPem } = issue({ subject, type: 'rsa', names: ['IP:127.0.0.1'] }, authority)
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
    async node(t, policy, { security: more = {}, tls = false } = {}) {
      const signs = { certificates: [file('client.pem')] }
      const security = {
        certificate: file('node.pem'),
        key: file('node.key'),
        peers: { client: { signs, user: 'client', digestPassword: PASSWORD, password: HASHED } },
        policies: [policy],
        ...more,
      }
      const listener = { certificate: file('node.pem'), key: file('node.key') }
      const state = mkdtempSync(join(tmpdir(), 'waybill-peers-'))
      const node = await startDaemon([
        ...warehouseSettings(state),
        `security=${JSON.stringify(security)}`,
        ...(tls ? [`http.tls=${JSON.stringify(listener)}`] : []),
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
        service: 'WarehouseService',
        item,
        count: '1',
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
