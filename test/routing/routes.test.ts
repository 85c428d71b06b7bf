/** Which route takes which message, by each condition, in either SOAP version. */
import test from 'ava'
import type { Onward } from '../../src/path/parts/onward.js'
import { type Routes, routesOf } from '../../src/path/routing/routes.js'
import { NO_KEYS } from '../../src/store/journal/keys/business-keys.js'
import type { EnvelopeMessage } from '../../src/transport.js'
import { configurationOf } from '../support/config.js'
import { WSA } from '../support/wire/addressing.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { envelopeOf } from '../support/wire/wire.js'

const OTHER = 'urn:example:auditor'
const OURS = 'urn:example:gateway'
const NEXT_11 = 'http://schemas.xmlsoap.org/soap/actor/next'
const ROLES = 'http://www.w3.org/2003/05/soap-envelope/role'

type Rule = Readonly<Record<string, unknown>>

function routes(...rules: readonly Rule[]): Routes {
  const named = rules.map((rule) => ({ to: 'http://next.example/', ...rule }))
  return routesWith([`routes=${JSON.stringify(named)}`])
}

function routesWith(settings: readonly string[]): Routes {
  const own = [
    'node.uri=urn:example:here',
    `node.actors=["${OURS}"]`,
    'smtp.relay={url: "smtp://r", from: "a@b.example"}',
  ]
  const { config, transports } = configurationOf({
    environment: {},
    settings: [...own, ...settings],
  })
  return routesOf(config, transports)
}

const RECORD = '<l:Record xmlns:l="urn:example:ledger"/>'
const block = (attributes = '') => `<h:H xmlns:h="urn:h" ${attributes}/>`
const actor = (uri: string) => block(`s:actor="${uri}"`)
const role = (uri: string) => block(`s:role="${uri}"`)
const to = (address: string, more = '') => `<w:To xmlns:w="${WSA}" ${more}>${address}</w:To>`

function messageTo(destination: string | undefined): EnvelopeMessage {
  const origin = { transport: 't', peer: {}, destination }
  const body = Buffer.alloc(0)
  return { kind: 'envelope', origin, body, mediaType: 'text/xml', attachments: [] }
}

const NO_FACTS = { keys: NO_KEYS, peer: undefined }

function found(from: Routes, text: string, destination?: string): Onward | undefined {
  return from.find(envelopeOf(text), messageTo(destination), NO_FACTS)
}

test('without routes every message ends here', (t) => {
  t.is(found(routes(), soap11(RECORD, actor(OTHER))), undefined)
})

/** Header blocks, and whether the first of them that is for another actor is the auditor's. */
const HEADERS: readonly (readonly [what: string, header11: string, header12: string, boolean])[] = [
  ['a block for it', actor(OTHER), role(OTHER), true],
  ['white space around it', actor(` ${OTHER}\n`), role(` ${OTHER}\n`), true],
  ['no block', '', '', false],
  ['a block for the ultimate receiver', block(), role(`${ROLES}/ultimateReceiver`), false],
  ['a role that is empty', block(), role(''), false],
  ['a block for next', actor(NEXT_11), role(`${ROLES}/next`), false],
  ['a block for none', block(), role(`${ROLES}/none`), false],
  ['a block for us', actor(OURS), role(OURS), false],
  ['one for us, then one for it', actor(OURS) + actor(OTHER), role(OURS) + role(OTHER), true],
  [
    'one for next, one for nobody, then one for it',
    actor(NEXT_11) + block() + actor(OTHER),
    role(`${ROLES}/next`) + role(`${ROLES}/none`) + role(OTHER),
    true,
  ],
  ['another one before it', actor('urn:x') + actor(OTHER), role('urn:x') + role(OTHER), false],
  ['another one behind it', actor(OTHER) + actor('urn:x'), role(OTHER) + role('urn:x'), true],
  ['another case', actor(OTHER.toUpperCase()), role(OTHER.toUpperCase()), false],
  ['more than it', actor(`${OTHER}s`), role(`${OTHER}s`), false],
]

for (const [what, header11, header12, expected] of HEADERS) {
  test(`actor: ${what}`, (t) => {
    const one = routes({ actor: OTHER })
    t.is(found(one, soap11(RECORD, header11)) !== undefined, expected)
    t.is(found(one, soap12(RECORD, header12)) !== undefined, expected)
  })
}

const ADDRESSES: readonly (readonly [what: string, requested: string, header: string, boolean])[] =
  [
    ['the same', 'https://p.example/a', to('https://p.example/a'), true],
    ['white space around it', 'https://p.example/a', to('\n https://p.example/a\t'), true],
    ['another one', 'https://p.example/a', to('https://p.example/b'), false],
    ['a longer one', 'https://p.example/a', to('https://p.example/a/b'), false],
    ['below a beginning', 'https://p.example/*', to('https://p.example/a/b'), true],
    ['the beginning itself', 'https://p.example/*', to('https://p.example/'), true],
    ['not quite the beginning', 'https://p.example/*', to('https://p.example'), false],
    ['the beginning with a user', 'https://p.example/*', to('https://p.example@evil/'), false],
    ['any', '*', to('urn:anything'), true],
    ['any, but there is none', '*', '', false],
    ['a block of another namespace', '*', '<To xmlns="urn:x">https://p.example/a</To>', false],
    ['two of them', '*', to('https://p.example/a') + to('https://p.example/a'), false],
  ]

for (const [what, address, header, expected] of ADDRESSES) {
  test(`address: ${what}`, (t) => {
    const one = routes({ address })
    t.is(found(one, soap11(RECORD, header)) !== undefined, expected)
    t.is(found(one, soap12(RECORD, header)) !== undefined, expected)
  })
}

test('address: the block counts for the ultimate receiver, next and us only', (t) => {
  const one = routes({ address: 'urn:there' })
  const headerFor = (uri: string) => to('urn:there', `s:role="${uri}"`)
  for (const uri of [OURS, `${ROLES}/next`, `${ROLES}/ultimateReceiver`]) {
    t.truthy(found(one, soap12('', headerFor(uri))), uri)
  }
  for (const uri of [OTHER, `${ROLES}/none`])
    t.is(found(one, soap12('', headerFor(uri))), undefined, uri)
  // Of another actor's block nothing is taken, so that it is no second one either.
  t.truthy(found(one, soap12('', headerFor(OTHER) + to('urn:there'))))
})

const OPERATIONS: readonly (readonly [what: string, requested: string, body: string, boolean])[] = [
  ['the same', '{urn:example:ledger}Record', RECORD, true],
  ['of the namespace', '{urn:example:ledger}*', RECORD, true],
  ['of a longer namespace', '{urn:example:ledger}*', '<l:R xmlns:l="urn:example:ledgers"/>', false],
  ['another name', '{urn:example:ledger}Rec', RECORD, false],
  ['another namespace', '{urn:x}Record', RECORD, false],
  ['no namespace', 'Record', '<Record/>', true],
  ['no namespace is asked for', 'Record', RECORD, false],
  ['an empty Body', '{urn:example:ledger}*', '', false],
]

for (const [what, operation, body, expected] of OPERATIONS) {
  test(`operation: ${what}`, (t) => {
    const one = routes({ operation })
    t.is(found(one, soap11(body)) !== undefined, expected)
    t.is(found(one, soap12(body)) !== undefined, expected)
  })
}

test('path: the same and no other', (t) => {
  const one = routes({ path: 'ledger' })
  t.truthy(found(one, soap11(RECORD), 'ledger'))
  for (const path of ['Ledger', 'ledgers', 'ledge', undefined]) {
    t.is(found(one, soap11(RECORD), path), undefined, path)
  }
})

test('all conditions of a route must hold', (t) => {
  const all = {
    actor: OTHER,
    address: 'urn:there',
    operation: '{urn:example:ledger}Record',
    path: 'ledger',
  }
  const one = routes(all)
  const header = actor(OTHER) + to('urn:there')
  t.truthy(found(one, soap11(RECORD, header), 'ledger'))
  t.is(found(one, soap11(RECORD, header), 'other'), undefined)
  t.is(found(one, soap11('<x/>', header), 'ledger'), undefined)
  t.is(found(one, soap11(RECORD, actor(OTHER)), 'ledger'), undefined)
  t.is(found(one, soap11(RECORD, to('urn:there')), 'ledger'), undefined)
})

test('the first route that takes a message wins; one without conditions takes every message', (t) => {
  const three = routes(
    { name: 'one', operation: '{urn:example:ledger}*' },
    { name: 'two', path: 'ledger' },
    { name: 'three' },
  )
  t.is(found(three, soap11(RECORD), 'ledger')?.name, 'one')
  t.is(found(three, soap11('<x/>'), 'ledger')?.name, 'two')
  t.is(found(three, soap11('<x/>'))?.name, 'three')
  t.is(found(three, soap11(''))?.name, 'three')
})

test('what a route says of the way: URL, mode, time for an answer, order, name, reason', (t) => {
  const from = routesWith([
    'destinations={audit: {url: "mailto:auditor@audit.example"}}',
    `routes=${JSON.stringify([
      { actor: OTHER, to: 'audit' },
      { path: 'slow', to: 'audit', mode: 'store', answerTime: '5s' },
      { path: 'kept', to: 'mailto:a@b.example', mode: 'store', ordered: true },
      { path: 'web', to: 'http://next.example/a', mode: 'request-reply' },
      { path: 'told', to: 'audit', answers: 'none', retryFaults: 'all' },
      { name: 'rest', to: 'http://next.example/a' },
    ])}`,
  ])
  const audit = new URL('mailto:auditor@audit.example')
  const web = new URL('http://next.example/a')
  const path = (name: string) => found(from, soap11(''), name)
  t.deepEqual(found(from, soap11('', actor(OTHER))), {
    to: audit,
    mode: 'request-reply',
    answerTime: 3_600_000,
    ordered: false,
    destination: 'audit',
    name: 'route 1',
    reason: `actor ${OTHER}`,
  })
  t.like(path('slow'), { to: audit, mode: 'store', answerTime: 5000, reason: 'path slow' })
  t.like(path('kept'), { mode: 'store', answerTime: 86_400_000, ordered: true })
  t.like(path('web'), { to: web, mode: 'request-reply', answerTime: 0 })
  t.like(path('told'), { mode: 'store', answers: 'none', retryFaults: 'all', answerTime: 0 })
  t.deepEqual(path('rest'), {
    to: web,
    mode: 'relay',
    answerTime: 0,
    ordered: false,
    name: 'rest',
    reason: 'every message',
  })
})

test('each route says why it does not take a message, up to the one that does', (t) => {
  const from = routes(
    { name: 'a', actor: OTHER },
    { name: 'b', address: 'urn:there' },
    { name: 'c', operation: '{urn:x}*', path: 'ledger' },
    { name: 'd', path: 'ledger' },
    { name: 'e', operation: '{urn:example:ledger}*' },
    { name: 'f' },
  )
  t.deepEqual(
    from.explain(envelopeOf(soap11(RECORD, to('urn:here'))), messageTo(undefined), NO_FACTS),
    [
      {
        route: 'a',
        takes: false,
        reason: `no header block is for another actor, and actor ${OTHER} is asked for`,
      },
      { route: 'b', takes: false, reason: 'wsa:To is urn:here, not urn:there' },
      {
        route: 'c',
        takes: false,
        reason: 'operation is {urn:example:ledger}Record, not {urn:x}*',
      },
      {
        route: 'd',
        takes: false,
        reason: 'the message is for the node as a whole, and path ledger is asked for',
      },
      { route: 'e', takes: true, reason: 'operation {urn:example:ledger}*' },
    ],
  )
})

test('routes that are never reached, and what is in their way', (t) => {
  const found = (...rules: readonly Rule[]) =>
    routes(...rules).unreached.map(({ route, before }) => `${route} behind ${before}`)
  t.deepEqual(found({ path: 'a' }, { path: 'b' }, {}), [])
  t.deepEqual(found({}, { path: 'a' }), ['route 2 behind route 1'])
  t.deepEqual(found({ path: 'a' }, { path: 'a', actor: OTHER }, { actor: OTHER }), [
    'route 2 behind route 1',
  ])
  t.deepEqual(found({ path: 'a', actor: OTHER }, { path: 'a' }), [])
  t.deepEqual(found({ address: 'urn:a*' }, { address: 'urn:ab*' }, { address: 'urn:b' }), [
    'route 2 behind route 1',
  ])
  t.deepEqual(found({ address: 'urn:ab*' }, { address: 'urn:a*' }), [])
  t.deepEqual(found({ operation: '{urn:x}*' }, { operation: '{urn:x}A' }), [
    'route 2 behind route 1',
  ])
  t.deepEqual(found({ operation: '{urn:x}A' }, { operation: '{urn:x}*' }), [])
})

/** Facts that are found before the route is, and whether a route takes the message. */
const FACTS: readonly (readonly [rule: Rule, keys: Keys, peer: string | undefined, boolean])[] = [
  [{ key: { site: 'HH1' } }, { site: ['HH1'] }, undefined, true],
  [{ key: { site: 'HH1' } }, { site: ['HH12'] }, undefined, false],
  [{ key: { site: 'HH*' } }, { site: ['HH12'] }, undefined, true],
  [{ key: { site: '*' } }, { site: ['B1'] }, undefined, true],
  [{ key: { site: '*' } }, {}, undefined, false],
  // One of several values is enough; each of several keys must be so.
  [{ key: { site: 'HH*' } }, { site: ['B1', 'HH1'] }, undefined, true],
  [{ key: { site: 'HH*', order: '4*' } }, { site: ['HH1'] }, undefined, false],
  [{ key: { site: 'HH*', order: '4*' } }, { site: ['HH1'], order: ['42'] }, undefined, true],
  [{ peer: 'bank' }, {}, 'bank', true],
  [{ peer: 'bank' }, {}, 'other', false],
  [{ peer: 'bank' }, {}, undefined, false],
  [{ transport: 'http' }, {}, undefined, true],
  [{ transport: 'smtp' }, {}, undefined, false],
]

type Keys = Readonly<Record<string, readonly string[]>>

const KEYS = 'journal.keys=[{name: site, path: "//site"}, {name: order, path: "//order"}]'
const PEERS = `security.peers={bank: {password: "sha256:${'0'.repeat(64)}"}}`

for (const [rule, keys, peer, takes] of FACTS) {
  test(`${JSON.stringify(rule)} with ${JSON.stringify(keys)} of ${peer}: ${takes}`, (t) => {
    const from = routesWith([
      `routes=${JSON.stringify([{ to: 'http://next.example/', ...rule }])}`,
      KEYS,
      PEERS,
    ])
    const message = { ...messageTo(undefined), origin: { transport: 'http', peer: {} } }
    const facts = { keys: { valuesOf: (name: string) => keys[name] ?? [] }, peer }
    const found = from.find(envelopeOf(soap11(RECORD)), message, facts)
    t.is(found !== undefined, takes)
    const [verdict] = from.explain(envelopeOf(soap11(RECORD)), message, facts)
    t.is(verdict?.takes, takes)
    for (const value of Object.values(keys).flat()) {
      t.false(!takes && (verdict?.reason.includes(value) ?? false), verdict?.reason)
    }
  })
}

test('a route is never reached behind one that takes all of its keys', (t) => {
  const rule = (name: string, more: Rule) => ({ name, to: 'http://next.example/', ...more })
  const { unreached } = routesWith([
    KEYS,
    PEERS,
    `routes=${JSON.stringify([
      rule('a', { key: { site: 'HH*' } }),
      rule('b', { key: { site: 'HH1', order: '4*' } }),
      rule('c', { key: { site: 'H*' } }),
      rule('d', { key: { order: '4*' } }),
      rule('e', { peer: 'bank', transport: 'http' }),
      rule('f', { peer: 'bank', transport: 'http', path: 'x' }),
      rule('g', { transport: 'http' }),
    ])}`,
  ])
  t.deepEqual(unreached, [
    { route: 'b', before: 'a' },
    { route: 'f', before: 'e' },
  ])
})
