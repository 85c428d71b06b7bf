/** What differs between two configurations: which keys a running node takes over, and what is in effect then. */
import test from 'ava'
import { changesOf } from '../../src/compose/reload/changes.js'
import { configurationOf } from '../support/config.js'

const of = (...settings: readonly string[]) => configurationOf({ environment: {}, settings })

const BEFORE = ['destinations={a: {url: "http://a.example/"}, b: {url: "http://b.example/"}}']

test('nothing differs from itself', (t) => {
  const { config, transports } = of(...BEFORE)
  t.deepEqual(changesOf(config, of(...BEFORE).config, transports), {
    taken: [],
    restart: [],
    config,
  })
})

test('destinations are told one by one, lists and other sections by their keys', (t) => {
  const before = of(...BEFORE)
  const after = of(
    'destinations={b: {url: "http://b.example/other"}, c: {url: "http://c.example/"}}',
    'node.uri=urn:example:n',
    'routes=[{to: b}]',
    'queue.retry.attempts=3',
    'queue.concurrency=3',
    'log.level=debug',
    'http.public=false',
    'http.maxBody=5B',
    'smtp.senders=[]',
  )
  const { taken, restart, config } = changesOf(before.config, after.config, before.transports)
  t.deepEqual(taken, [
    'destinations.a',
    'destinations.b',
    'destinations.c',
    'http.public',
    'log.level',
    'queue.retry',
    'routes',
    'smtp.senders',
  ])
  t.deepEqual(restart, ['http.maxBody', 'node.uri', 'queue.concurrency'])
  t.deepEqual(Object.keys(config.destinations), ['b', 'c'])
  t.deepEqual(config.routes, after.config.routes)
  t.deepEqual(config.queue, { ...before.config.queue, retry: after.config.queue.retry })
  t.deepEqual(config.node, before.config.node)
  // What waits for a restart is told again, and nothing else.
  t.like(changesOf(config, after.config, before.transports), { taken: [], restart })
})

const BANK = 'security.peers={bank: {signs: {certificates: [bank.pem]}}}'
const SIGNED = 'security.policies=[{require: signature}]'
const OWN = ['security.certificate=a.pem', 'security.key=a.key']
const PROOF = 'security.policies=[{require: non-repudiation}]'
const reported = (before: readonly string[], after: readonly string[]) => {
  const { config, transports } = of(...before)
  const { taken, restart } = changesOf(config, of(...after).config, transports)
  return { taken, restart }
}

test('keys about security are taken over together', (t) => {
  const after = ['security.clockSkew=5ms', 'security.revoked=[a.crl]', SIGNED, ...OWN]
  t.deepEqual(reported([BANK], [BANK, ...after]), {
    taken: [
      'security.certificate',
      'security.clockSkew',
      'security.key',
      'security.policies',
      'security.revoked',
    ],
    restart: [],
  })
  t.deepEqual(reported([BANK], [BANK, 'security.evidence.folder=x']), {
    taken: [],
    restart: ['security.evidence'],
  })
})

test('a policy for which a part is missing that is made at start counts after a restart, with all it refers to', (t) => {
  t.deepEqual(reported([], [BANK, SIGNED]), {
    taken: ['security.peers'],
    restart: ['security.policies'],
  })
  t.deepEqual(reported([BANK, ...OWN], [BANK, PROOF, ...OWN, 'security.clockSkew=5ms']), {
    taken: [],
    restart: ['security.clockSkew', 'security.policies'],
  })
  t.deepEqual(reported([BANK, SIGNED], []), {
    taken: [],
    restart: ['security.peers', 'security.policies'],
  })
})

const TLS = (asks: string) =>
  `admin.tls={certificate: a.pem, key: a.key, clientAuthority: ca.pem, clientAuthentication: ${asks}}`

test('the admin listener goes on where it is', (t) => {
  const token = `sha256:${'a'.repeat(64)}`
  const operator = (name: string) => `admin.operators={${name}: {token: '${token}'}}`
  const open = ['admin.host=0.0.0.0', operator('anna')]
  t.deepEqual(reported(open, ['admin.port=1', 'admin.openMetrics=true']), {
    taken: ['admin.openMetrics', 'admin.operators'],
    restart: ['admin.host', 'admin.port'],
  })
  t.deepEqual(reported(open, ['admin.host=0.0.0.0', operator('ben')]), {
    taken: ['admin.operators'],
    restart: [],
  })
  t.deepEqual(reported([operator('anna')], []), { taken: ['admin.operators'], restart: [] })
  t.deepEqual(reported([], [TLS('request')]).restart, ['admin.tls'])
  t.deepEqual(reported([TLS('request')], [TLS('require')]).restart, ['admin.tls'])
  t.deepEqual(reported([TLS('request')], [TLS('request').replace('a.pem', 'b.pem')]).taken, [
    'admin.tls',
  ])
})
