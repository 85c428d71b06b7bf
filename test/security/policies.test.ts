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
  const given = policies({ name: 'one', mailbox: 'Bus@node.example' })
  t.deepEqual(names(given, { mailbox: 'bus@NODE.example' }), ['one'])
})

const WHERE: Where = {
  transport: 'http',
  path: 'ledger',
  mailbox: undefined,
  operation: '{urn:example:ledger}Book',
  route: undefined,
}

const names = (given: Policies, where: Partial<Where> = {}) =>
  given.of({ ...WHERE, ...where }).map(({ name }) => name)

test('a policy without conditions holds for every message', (t) => {
  t.deepEqual(names(policies({ name: 'all' })), ['all'])
  t.deepEqual(names(policies({})), ['policy-1'])
})

for (const [key, value, other] of [
  ['transport', 'http', 'smtp'],
  ['path', 'ledger', 'echo'],
  ['mailbox', 'Bus@node.example', 'other@node.example'],
  ['operation', '{urn:example:ledger}Book', '{urn:example:ledger}List'],
  ['route', 'on', 'off'],
] as const) {
  test(`${key}: a policy holds where its condition does`, (t) => {
    const given = policies({ name: 'one', [key]: value })
    t.deepEqual(names(given, { [key]: value }), ['one'])
    t.deepEqual(names(given, { [key]: other }), [])
  })
}

test('all policies hold whose conditions do, and all conditions of a policy must', (t) => {
  const given = policies(
    { name: 'a', path: 'ledger' },
    { name: 'b', operation: '{urn:example:ledger}*' },
    { name: 'c', path: 'ledger', transport: 'smtp' },
  )
  t.deepEqual(names(given), ['a', 'b'])
})

test('a policy of a destination holds for nothing that comes in', (t) => {
  const given = policies({ name: 'out', destination: 'archive' })
  t.deepEqual(names(given), [])
  t.deepEqual(
    given.ofDestination('archive').map(({ name }) => name),
    ['out'],
  )
  t.deepEqual(given.ofDestination('other'), [])
  t.deepEqual(given.ofDestination(undefined), [])
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
