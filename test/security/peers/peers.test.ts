/** Who a sender is: by its name, its certificate, or the domains of its mail; and what it may do. */
import test from 'ava'
import type { PeerConfig } from '../../../src/config/security.js'
import { Peers } from '../../../src/security/peers/peers.js'
import { factsOf } from '../../../src/security/trust/certificate-facts.js'
import { certificates, issue } from '../../support/security/certificates.js'

const peersOf = (peers: Readonly<Record<string, Partial<PeerConfig>>>) =>
  new Peers(
    Object.fromEntries(Object.entries(peers).map(([name, one]) => [name, { allow: [], ...one }])),
  )
const { rsa, ec, sameSubject } = certificates()
const by = (one: typeof rsa, address = '192.0.2.1') => ({
  address,
  tls: { protocol: 'TLSv1.3', certificate: factsOf(one.certificate) },
})

for (const [what, text] of Object.entries({
  'its fingerprint with colons': rsa.certificate.fingerprint256,
  'its fingerprint without': rsa.certificate.fingerprint256.replaceAll(':', ''),
  'its fingerprint in lower case': rsa.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  'its subject (RFC 4514)': 'CN=rsa,O=Example,C=NL',
  'its subject with spaces': 'CN=rsa, O=Example, C=NL',
  'its common name': 'rsa',
})) {
  test(`a client certificate tells a peer by ${what}`, (t) => {
    const peers = peersOf({ bank: { certificates: [text] } })
    t.is(peers.of(by(rsa)), 'bank')
    t.is(peers.of(by(ec)), undefined)
    t.is(peers.of({ address: '192.0.2.1' }), undefined)
  })
}

test('a fingerprint tells one certificate, and no other one with its subject', (t) => {
  const peers = peersOf({ bank: { certificates: [rsa.certificate.fingerprint256] } })
  t.is(peers.of(by(sameSubject)), undefined)
})

test('a fingerprint counts before a subject, and that before a common name', (t) => {
  const peers = peersOf({
    name: { certificates: ['rsa'] },
    subject: { certificates: ['CN=rsa,O=Example,C=NL'] },
    print: { certificates: [rsa.certificate.fingerprint256] },
  })
  t.is(peers.of(by(rsa)), 'print')
  t.is(peers.of(by(sameSubject)), 'subject')
})

test('a part of a subject is none, in another order neither; of two common names none counts', (t) => {
  const two = issue({ subject: 'CN=rsa, CN=mallory, O=Example' })
  const peers = peersOf({
    a: { certificates: ['CN=rsa', 'C=NL,O=Example,CN=rsa', 'mallory', 'rsa'] },
  })
  t.is(peers.of(by(two)), undefined)
  t.is(peersOf({ a: { certificates: ['CN=rsa', 'C=NL,O=Example,CN=rsa'] } }).of(by(rsa)), undefined)
})

test('a common name that looks like a subject or a fingerprint is not taken for one', (t) => {
  const mask = rsa.certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  const masked = issue({ subject: `CN=${mask}` })
  t.is(peersOf({ bank: { certificates: [mask] } }).of(by(masked)), undefined)
  const nested = issue({ subject: 'CN=x\\,CN\\=rsa\\,O\\=Example\\,C\\=NL' })
  t.is(peersOf({ bank: { certificates: ['CN=rsa,O=Example,C=NL'] } }).of(by(nested)), undefined)
})

test('networks narrow every means', (t) => {
  const peers = peersOf({
    a: { hosts: ['192.0.2.0/24'], certificates: ['rsa'], domains: ['a.example'] },
    b: { hosts: ['198.51.100.0/24', '2001:db8::/32'], certificates: ['rsa'] },
  })
  t.is(peers.of(by(rsa, '192.0.2.9')), 'a')
  t.is(peers.of(by(rsa, '198.51.100.9')), 'b')
  t.is(peers.of(by(rsa, '2001:db8::9')), 'b')
  t.is(peers.of(by(rsa, '203.0.113.9')), undefined)
  t.is(peers.of({ name: 'a', address: '192.0.2.9' }), 'a')
  t.is(peers.of({ name: 'a', address: '203.0.113.9' }), undefined)
  t.is(peers.of({ name: 'a' }), undefined)
  t.is(peers.of({ address: '203.0.113.9', domains: ['a.example'] }), undefined)
})

test('what a sender has shown counts before its certificate; a name that is gone proves nobody', (t) => {
  const peers = peersOf({ a: {}, b: { certificates: ['rsa'] } })
  t.is(peers.of({ ...by(rsa), name: 'a' }), 'a')
  t.is(peers.of({ ...by(rsa), name: 'gone' }), undefined)
})

test('mail tells a peer by a proven domain, and by its address within it', (t) => {
  const peers = peersOf({
    boss: { domains: ['A.example'], mailboxes: ['boss@a.example'] },
    a: { domains: ['a.example'], mailboxes: ['*@a.example'] },
    b: { domains: ['b.example'] },
  })
  t.deepEqual([...peers.byMail], ['boss', 'a', 'b'])
  const mail = (mailbox: string, ...domains: readonly string[]) => peers.of({ mailbox, domains })
  t.is(mail('boss@a.example', 'a.example'), 'boss')
  t.is(mail('x@a.example', 'a.example'), 'a')
  t.is(mail('boss@a.example'), undefined)
  t.is(mail('boss@a.example', 'mallory.example'), undefined)
  t.is(mail('x@c.example', 'a.example'), undefined)
  t.is(mail('x@c.example', 'mallory.example', 'b.example'), 'b')
})

test('a peer may call what it is given, over what it is given; without a word all', (t) => {
  const peers = peersOf({
    all: {},
    some: { calls: ['{urn:a}Add', '{urn:b}*'], over: ['http'] },
    none: { calls: [], over: [] },
  })
  t.true(peers.may('all', 'smtp', '{urn:x}Y'))
  t.true(peers.may('all', 'smtp', undefined))
  t.true(peers.may('some', 'http', '{urn:a}Add'))
  t.true(peers.may('some', 'http', '{urn:b}Anything'))
  t.false(peers.may('some', 'http', '{urn:a}Sub'))
  t.false(peers.may('some', 'http', '{urn:bc}Anything'))
  t.false(peers.may('some', 'http', undefined))
  t.false(peers.may('some', 'smtp', '{urn:a}Add'))
  t.false(peers.mayUse('some', 'smtp'))
  t.false(peers.may('none', 'http', '{urn:a}Add'))
  t.false(peers.may('nobody', 'http', '{urn:a}Add'))
})
