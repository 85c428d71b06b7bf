/** Which policies hold for a message, by where it came and what it calls. */
import test from 'ava'
import { isOperation, Policies, type Where } from '../../src/security/policies.js'
import { readConfig } from '../support/config.js'

function policies(...sections: readonly object[]): Policies {
  const settings = [
    'security.peers={"bank":{"signs":{"certificates":["bank.pem"]}}}',
    'destinations={"archive":{"url":"http://127.0.0.1:9"}}',
    'node.uri=urn:example:node',
    'routes=[{"name":"on","path":"ledger","to":"archive"}]',
    `security.policies=${JSON.stringify(sections)}`,
  ]
  return new Policies(readConfig({ environment: {}, settings }).security.policies)
}

test('mailbox: capitals make no difference', (t) => {
  const set = policies({ name: 'one', mailbox: 'Bus@node.example' })
  t.deepEqual(names(set, { mailboxes: ['bus@NODE.example'] }), ['one'])
})

const WHERE: Where = {
  transport: 'http',
  path: 'ledger',
  mailboxes: [],
  operation: '{urn:example:ledger}Book',
  route: undefined,
}

const names = (set: Policies, where: Partial<Where> = {}) =>
  set.of({ ...WHERE, ...where }).map(({ name }) => name)

test('a policy without conditions holds for every message', (t) => {
  t.deepEqual(names(policies({ name: 'all' })), ['all'])
  t.deepEqual(names(policies({})), ['policy-1'])
})

for (const [key, value, other] of [
  ['transport', 'http', 'smtp'],
  ['path', 'ledger', 'echo'],
  ['operation', '{urn:example:ledger}Book', '{urn:example:ledger}List'],
  ['route', 'on', 'off'],
] as const) {
  test(`${key}: a policy holds where its condition does`, (t) => {
    const set = policies({ name: 'one', [key]: value })
    t.deepEqual(names(set, { [key]: value }), ['one'])
    t.deepEqual(names(set, { [key]: other }), [])
  })
}

test('mailbox: a policy holds where one of the recipients is its mailbox', (t) => {
  const set = policies({ name: 'one', mailbox: 'bus@node.example' })
  t.deepEqual(names(set, { mailboxes: ['other@node.example', 'bus@node.example'] }), ['one'])
  t.deepEqual(names(set, { mailboxes: ['other@node.example', 'bus@other.example'] }), [])
  t.deepEqual(names(set, { mailboxes: [] }), [])
})

for (const written of [
  'BUS@Node.Example',
  'bus+order-7@node.example',
  '"bus"@node.example',
  '"b\\us+x"@node.example',
]) {
  test(`mailbox: ${written} is bus@node.example, on either side`, (t) => {
    const plain = 'bus@node.example'
    t.deepEqual(names(policies({ name: 'one', mailbox: plain }), { mailboxes: [written] }), ['one'])
    t.deepEqual(names(policies({ name: 'one', mailbox: written }), { mailboxes: [plain] }), ['one'])
  })
}

test('RFC 5890 §2.3.2.1: a domain in Unicode and its form in ASCII are one', (t) => {
  const set = policies({ name: 'one', mailbox: 'bus@bücher.example' })
  t.deepEqual(names(set, { mailboxes: ['bus@xn--bcher-kva.example'] }), ['one'])
  t.deepEqual(names(set, { mailboxes: ['bus@BÜCHER.example'] }), ['one'])
})

test('all policies hold whose conditions do, and all conditions of a policy must', (t) => {
  const set = policies(
    { name: 'a', path: 'ledger' },
    { name: 'b', operation: '{urn:example:ledger}*' },
    { name: 'c', path: 'ledger', transport: 'smtp' },
  )
  t.deepEqual(names(set), ['a', 'b'])
})

test('a policy of a destination holds for nothing that comes in', (t) => {
  const set = policies({ name: 'out', destination: 'archive' })
  t.deepEqual(names(set), [])
  t.deepEqual(
    set.ofDestination('archive').map(({ name }) => name),
    ['out'],
  )
  t.deepEqual(set.ofDestination('other'), [])
  t.deepEqual(set.ofDestination(undefined), [])
})

test('an operation is one name, or all in a namespace', (t) => {
  t.true(isOperation('{urn:a}b', '{urn:a}b'))
  t.false(isOperation('{urn:a}b', '{urn:a}bc'))
  t.true(isOperation('{urn:a}*', '{urn:a}bc'))
  t.false(isOperation('{urn:a}*', '{urn:ab}c'))
  t.false(isOperation('{urn:a}*', undefined))
})

test('a line tells what a policy asks for', (t) => {
  const { lines } = policies({
    name: 'orders',
    path: 'ledger',
    require: ['tls', 'signature'],
    signed: ['Body', 'Timestamp'],
    peers: ['bank'],
  })
  t.deepEqual(lines, ['orders  path ledger: tls and signature; by bank; Body, Timestamp signed'])
})
