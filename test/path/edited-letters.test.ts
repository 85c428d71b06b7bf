/** An edited dead letter is held against what its job is held against: each proof, and what goes along with it. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Peer } from '../../src/message/origin.js'
import { checkEdit } from '../../src/operate/admin/dead/check-edit.js'
import type { JobDetail, MessageArrival } from '../../src/store/queue/admin.js'
import { folderOf } from '../support/folder.js'
import { mark, marking } from '../support/nodes/marking.js'
import { makeNode } from '../support/nodes/node.js'
import { letter, node as receiver, sealed } from '../support/security/blocks.js'
import { certificates } from '../support/security/certificates.js'

const TEXT = letter({ body: mark('body') })
const REFUSED = 'The message does not have the security that is asked for.'

const TLS: Peer = { tls: { protocol: 'TLSv1.3' } }
const CERTIFIED: Peer = {
  tls: {
    protocol: 'TLSv1.3',
    certificate: {
      subject: 'CN=carol',
      issuer: 'CN=ca',
      serial: '1',
      fingerprint: 'c'.repeat(64),
      names: [],
    },
  },
}

/** What a node finds wrong with an edited text in place of a letter. */
async function found(
  t: ExecutionContext,
  policy: object | undefined,
  edited: string,
  arrival: Partial<MessageArrival>,
  more: Partial<Pick<JobDetail, 'attachments'>> = {},
): Promise<readonly string[]> {
  const { pem, keyPem } = certificates().rsa3072
  const folder = folderOf(t, { 'node.pem': pem, 'node-key.pem': keyPem })
  const peers = {
    carol: { password: `sha256:${'0'.repeat(64)}` },
    alice: { signs: { certificates: [join(folder, 'node.pem')] } },
  }
  const { processor, queue } = makeNode(
    { marking: marking().plugin },
    {
      settings: [
        `security.certificate=${join(folder, 'node.pem')}`,
        `security.key=${join(folder, 'node-key.pem')}`,
        `security.peers=${JSON.stringify(peers)}`,
        `security.policies=${JSON.stringify(policy ? [policy] : [])}`,
      ],
    },
  )
  t.teardown(() => queue.close())
  const was = {
    id: 'dead',
    kind: 'invoke',
    plugin: 'marking',
    accepted: Date.now(),
    body: Buffer.from(TEXT),
    charset: undefined,
    attachments: [],
    arrival: {
      origin: { transport: 'http', peer: {} },
      action: undefined,
      packaging: undefined,
      ...arrival,
    },
    ...more,
  } as const
  const { signal } = new AbortController()
  return (await checkEdit(edited, was, processor.parts, signal)).findings
}

const by = (peer: Peer) => ({ origin: { transport: 'http', peer } })

for (const [level, met, unmet] of [
  ['tls', TLS, {}],
  ['client-certificate', CERTIFIED, TLS],
  ['password', { name: 'carol' }, TLS],
] as const) {
  test(`${level}: the connection that the message came on decides, as for its job`, async (t) => {
    t.deepEqual(await found(t, { require: level }, TEXT, by(met)), [])
    t.deepEqual(await found(t, { require: level }, TEXT, by(unmet)), [REFUSED])
  })
}

test('signature: what was signed and is edited is found to be unsigned', async (t) => {
  t.deepEqual(await found(t, { require: 'signature' }, TEXT, by(TLS)), [REFUSED])
})

test('a policy of another transport is none of the message', async (t) => {
  const policy = { require: 'signature', transport: 'smtp' }
  t.deepEqual(await found(t, policy, TEXT, by({})), [])
  const mailed = { origin: { transport: 'smtp', peer: {} } }
  t.deepEqual(await found(t, policy, TEXT, mailed), [REFUSED])
})

test('encrypted: it is opened, and what is in it is looked at', async (t) => {
  const to = receiver().certificate
  const encrypted = (text: string) =>
    sealed(text, { sign: [], key: undefined, encrypt: ['Body'], to }).text
  t.deepEqual(await found(t, undefined, encrypted(TEXT), by({})), [])
  const [finding = ''] = await found(
    t,
    undefined,
    encrypted(letter({ body: '<n:None xmlns:n="urn:none"/>' })),
    by({}),
  )
  t.regex(finding, /no such operation here.*urn:none/)
})

test('at a path that no plugin has any more it would be refused', async (t) => {
  const gone = { origin: { transport: 'http', peer: {}, destination: 'gone' } }
  t.deepEqual(await found(t, undefined, TEXT, gone), [
    'no plugin has that name, and no route that path',
  ])
})
