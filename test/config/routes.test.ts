/** Routes and destinations in the configuration: what is taken, and what each mistake is told as. */
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../src/errors.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'

/** A node with routes has a name of its own. */
const NAMED = { 'node.uri': 'urn:example:here' }
const RELAY = { url: 'smtp://relay.example', from: 'bus@bus.example' }

type Keys = Readonly<Record<string, unknown>>

const settings = (keys: Keys) =>
  Object.entries(keys).map(([key, value]) => `${key}=${JSON.stringify(value)}`)

function read(keys: Keys) {
  return readConfig({
    environment: {},
    settings: settings({ ...NAMED, 'smtp.relay': RELAY, ...keys }),
  })
}

/** What the operator reads, without the place. */
function complaint(t: ExecutionContext, keys: Keys): string {
  const error = t.throws(() => read(keys), { instanceOf: WaybillError }, JSON.stringify(keys))
  t.is(error?.code, 'WAYBILL_CONFIG_INVALID')
  return error?.message.replace(/^--set \w+: /, '') ?? ''
}

const route = (keys: Keys) => ({ routes: [{ to: 'http://next.example/', ...keys }] })
const destination = (keys: Keys) => ({
  destinations: { d: { url: 'https://d.example/', ...keys } },
})

test('the keys of a destination and of a route', (t) => {
  const folder = folderOf(t, { 'c.pem': CERTIFICATE, 'k.pem': KEY })
  const { destinations, routes } = read({
    destinations: {
      audit: { url: 'mailto:auditor@audit.example?subject=Audit', timeout: '5s' },
      ledger: {
        url: 'https://ledger.example:8443/soap/ledger?a=b',
        user: 'bus',
        password: 'secret:with colon',
        certificate: join(folder, 'c.pem'),
        key: join(folder, 'k.pem'),
        ca: join(folder, 'c.pem'),
        timeout: '1s',
        connections: 3,
        retry: { attempts: 3, delay: '1ms' },
        breaker: { failures: 2, pause: '10ms' },
      },
      near: { url: 'http://127.0.0.1:9999/soap', token: 'abc-._~+/123==' },
    },
    routes: [
      {
        name: 'all',
        actor: 'urn:example:auditor',
        address: 'https://p.example/*',
        operation: '{urn:example:ledger}Record',
        path: 'ledger',
        to: 'audit',
        mode: 'store',
        answerTime: '1s',
        ordered: true,
      },
      { to: 'ledger' },
      { to: 'http://localhost:9999/' },
    ],
  })
  t.deepEqual(destinations.audit?.breaker, { failures: 5, pause: 30_000 })
  t.deepEqual(destinations.ledger?.retry, { attempts: 3, delay: 1 })
  t.is(routes.length, 3)
  t.is(routes[0]?.mode, 'store')
  t.deepEqual(
    routes.map(({ ordered }) => ordered),
    [true, false, false],
  )
})

test('the place of a mistake is told by line and column', (t) => {
  const folder = folderOf(t, {
    'w.yaml': 'destinations:\n  audit: { url: "http://a.example/" }\nroutes:\n  - to: adit\n',
  })
  const error = t.throws(() =>
    readConfig({ file: join(folder, 'w.yaml'), environment: {}, settings: settings(NAMED) }),
  )
  t.regex(
    error?.message ?? '',
    /w\.yaml:4:5: routes\.0\.to: expected a URL or the name of a destination, got "adit": audit$/,
  )
})

/** What is wrong, and what is said about it. */
const WRONG: readonly (readonly [keys: Keys, sentence: string])[] = [
  [
    route({ to: 'nowhere' }),
    'routes.0.to: expected a URL or the name of a destination, got "nowhere"; there are no destinations',
  ],
  [
    { ...destination({}), ...route({ to: 'e' }) },
    'routes.0.to: expected a URL or the name of a destination, got "e": d',
  ],
  [
    route({ to: 'toString' }),
    'routes.0.to: expected a URL or the name of a destination, got "toString"; there are no destinations',
  ],
  [
    route({ to: 'http://bus:hidden@next.example/' }),
    'routes.0.to: expected a URL without user and password: they are keys of a destination',
  ],
  [
    destination({ url: 'https://bus:hidden@d.example/' }),
    'destinations.d.url: expected a URL without user and password: they are keys of a destination',
  ],
  [
    route({ key: { site: 'HH*' } }),
    'routes.0.key.site: expected the name of a key in journal.keys, got "site"; there is none',
  ],
  [
    { journal: { keys: [{ name: 'mrn', path: '//mrn' }] }, ...route({ key: { site: 'HH*' } }) },
    'routes.0.key.site: expected the name of a key in journal.keys, got "site"; there are mrn',
  ],
  [route({ transport: 'ftp' }), 'routes.0.transport: expected one of http, smtp, got "ftp"'],
  [
    route({ peer: 'bank' }),
    'routes.0.peer: expected a name in security.peers, got "bank"; there is none',
  ],
  [
    {
      security: { peers: { bank: { sharedKey: 'MDEyMzQ1Njc4OWFiY2RlZg==' } } },
      ...route({ peer: 'bank' }),
    },
    'routes.0.peer: expected a peer with password, apiKey, token, certificates or domains, got "bank": by a signature its messages are known only once their route is chosen',
  ],
  [
    route({ to: 'http://next.example/#part' }),
    'routes.0.to: expected a URL without a fragment, which is never sent',
  ],
  ...['ftp://next.example/', 'file:///etc/passwd', 'http:', 'http://a b/', 'memory:x'].map(
    (to) =>
      [
        route({ to }),
        'routes.0.to: expected a whole URL that begins with http:, https: or mailto:',
      ] as const,
  ),
  [
    route({ to: 'mailto:nobody' }),
    'routes.0.to: mailto:nobody is no address to send to: it does not name one mailbox',
  ],
  [
    route({ to: 'mailto:a@b.example?bcc=c@d.example' }),
    'routes.0.to: mailto:a@b.example?bcc=c@d.example is no address to send to: the field "bcc" may not be set by it',
  ],
  [
    route({ to: 'mailto:a@b.example', mode: 'relay' }),
    'routes.0.mode: expected store or request-reply, as answers there are messages of their own, got "relay"',
  ],
  [
    route({ answerTime: '5ms' }),
    'routes.0.answerTime: expected it in mode store or request-reply only: relay waits on the connection',
  ],
  [
    route({ answers: 'none', mode: 'request-reply' }),
    'routes.0.answers: expected mode store or relay with "none", as request-reply waits for the answer',
  ],
  [
    route({ answers: 'expected' }),
    'routes.0.answers: expected "expected" in mode store only: relay waits for the answer',
  ],
  [
    route({ answers: 'none', mode: 'store', answerTime: '5ms' }),
    'routes.0.answerTime: expected no time for answers, as answers is "none"',
  ],
  [
    route({ answers: 'perhaps', mode: 'store' }),
    'routes.0.answers: expected one of "none", "expected", got "perhaps"',
  ],
  [
    route({ retryFaults: 'all' }),
    'routes.0.retryFaults: expected it in mode store or request-reply only: relay tries once',
  ],
  [
    route({ ordered: true }),
    'routes.0.ordered: expected it in mode store or request-reply only: only the queue keeps an order',
  ],
  [
    route({ ordered: true, mode: 'relay' }),
    'routes.0.ordered: expected it in mode store or request-reply only: only the queue keeps an order',
  ],
  [route({ mode: 'store', ordered: 'yes' }), 'routes.0.ordered: expected true or false, got "yes"'],
  [
    route({ mode: 'send' }),
    'routes.0.mode: expected one of "relay", "store", "request-reply", got "send"',
  ],
  [
    route({ operation: '{urn:x}Rec*' }),
    'routes.0.operation: expected {namespace}Name or {namespace}*, got "{urn:x}Rec*"',
  ],
  [
    route({ operation: 'urn:x#Record' }),
    'routes.0.operation: expected {namespace}Name or {namespace}*, got "urn:x#Record"',
  ],
  [
    route({ operation: '*' }),
    'routes.0.operation: expected {namespace}Name or {namespace}*, got "*"',
  ],
  [
    route({ path: 'a/b' }),
    'routes.0.path: expected letters, digits, and . _ ~ -, but not ., .. or exchanges, got "a/b"',
  ],
  [
    route({ name: 'my route' }),
    'routes.0.name: expected a letter, then letters, digits, _ and -, got "my route"',
  ],
  [
    { routes: [1, 2].map(() => ({ name: 'same', to: 'http://next.example/' })) },
    'routes.1.name: expected another name than a route before has, got "same"',
  ],
  [
    { ...route({ actor: 'urn:us' }), 'node.actors': ['urn:us'] },
    'routes.0.actor: expected an actor that this node does not play itself, got "urn:us"',
  ],
  ...[
    'http://schemas.xmlsoap.org/soap/actor/next',
    'http://www.w3.org/2003/05/soap-envelope/role/next',
    'http://www.w3.org/2003/05/soap-envelope/role/none',
    'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
  ].map(
    (actor) =>
      [
        route({ actor }),
        `routes.0.actor: expected an actor of another node, got "${actor}"`,
      ] as const,
  ),
  [route({ too: 'x' }), 'routes.0.too: there is no such key; did you mean routes.0.to?'],
  [
    destination({ pasword: 'x' }),
    'destinations.d.pasword: there is no such key; did you mean destinations.d.password?',
  ],
  [
    destination({ breaker: { pauses: 1 } }),
    'destinations.d.breaker.pauses: there is no such key; did you mean destinations.d.breaker.pause?',
  ],
  [destination({ user: 'bus' }), 'destinations.d: expected user and password, or neither'],
  [destination({ password: 'hidden' }), 'destinations.d: expected user and password, or neither'],
  [
    destination({ user: 'b:us', password: 'hidden' }),
    'destinations.d.user: expected a name without a colon',
  ],
  [
    destination({ user: 'bus', password: 'hidden', token: 'hidden' }),
    'destinations.d: expected user and password, or token',
  ],
  [
    destination({ token: 'hidden\r\nX: y' }),
    'destinations.d.token: expected letters, digits and -._~+/, as tokens have',
  ],
  [
    destination({ url: 'http://d.example/', token: 'hidden' }),
    'destinations.d.token: expected an https: URL with it: others could read it',
  ],
  [
    destination({ url: 'http://d.example/', user: 'bus', password: 'hidden' }),
    'destinations.d.user: expected an https: URL with it: others could read it',
  ],
  [
    destination({ url: 'mailto:a@b.example', token: 'hidden' }),
    'destinations.d.token: expected it with an http: or https: URL only; mail goes over smtp.relay',
  ],
  [
    destination({ url: 'mailto:a@b.example', connections: 5 }),
    'destinations.d.connections: expected it with an http: or https: URL only; mail goes over smtp.relay',
  ],
  [
    destination({ url: 'http://d.example/', ca: '/nowhere/ca.pem' }),
    'destinations.d.ca: expected an https: URL with it',
  ],
]

for (const [keys, sentence] of WRONG) {
  test(`refused: ${JSON.stringify(keys).slice(0, 120)}`, (t) => {
    const text = complaint(t, keys)
    t.is(text, sentence)
    t.false(text.includes('hidden'))
  })
}

test('a route or a destination by mail needs the relay that mail leaves by', (t) => {
  const without = (keys: Keys) => () =>
    readConfig({ environment: {}, settings: settings({ ...NAMED, ...keys }) })
  for (const keys of [
    route({ to: 'mailto:a@b.example' }),
    destination({ url: 'mailto:a@b.example' }),
  ]) {
    t.throws(without(keys), { message: /expected smtp\.relay beside it, over which mail is sent$/ })
    t.notThrows(without({ ...keys, 'smtp.relay': RELAY }))
    // Others send what a listener accepts.
    t.notThrows(without({ ...keys, 'node.role': 'listener', 'queue.url': 'redis://r' }))
  }
})

test('a certificate comes with its key', (t) => {
  t.is(
    complaint(t, destination({ certificate: 'c.pem' })),
    'destinations.d: expected certificate and key, or neither',
  )
})

const address = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** URLs that lead back, by what else is configured. */
const OWN: readonly (readonly [what: string, keys: Keys, urls: readonly string[]])[] = [
  [
    'the defaults',
    {},
    [
      'http://127.0.0.1:8080/soap',
      'http://127.0.0.1:8080/soap/',
      'http://127.0.0.1:8080/soap/echo?a=b',
      'http://localhost:8080/soap',
      'http://LOCALHOST:8080/soap',
      'http://[::1]:8080/soap',
      'http://0.0.0.0:8080/soap',
      'http://127.1:8080/soap',
      'http://2130706433:8080/soap',
      'http://[::ffff:127.0.0.1]:8080/soap',
      'https://127.0.0.1:8080/soap',
      'mailto:echo@localhost',
      'mailto:Echo+token@LOCALHOST',
    ],
  ],
  [
    'port 80',
    { 'http.port': 80, 'http.host': 'node.example' },
    ['http://node.example/soap', 'http://node.example:80/soap'],
  ],
  [
    'names behind a proxy',
    { 'http.names': ['Bus.example', 'bus.example:8443'], 'http.port': 0 },
    ['http://bus.example/soap', 'https://bus.example/soap/echo', 'https://bus.example:8443/soap'],
  ],
  [
    'every address',
    { 'http.host': '0.0.0.0' },
    [
      'http://127.0.0.2:8080/soap',
      'http://localhost:8080/soap',
      `http://${hostname()}:8080/soap`,
      ...(address === undefined ? [] : [`http://${address}:8080/soap`]),
    ],
  ],
  [
    'an IPv6 address',
    { 'http.host': '2001:db8::1' },
    ['http://[2001:db8::1]:8080/soap', 'http://[2001:db8:0:0::1]:8080/soap'],
  ],
  [
    'mail',
    {
      'smtp.domains': ['bus.example', 'b2.example'],
      'smtp.addresses': { sales: {} },
      plugins: ['echo', { use: 'calculator', as: 'sums' }],
    },
    [
      'mailto:sales@bus.example',
      'mailto:sums@b2.example',
      'mailto:ECHO@bus.example',
      // The path of the route itself.
      'mailto:ledger@bus.example',
    ],
  ],
  [
    'any local part',
    { 'smtp.domains': ['bus.example'], 'smtp.addresses': { '*': {} } },
    ['mailto:whoever@bus.example'],
  ],
]

for (const [what, keys, urls] of OWN) {
  test(`refused, as it leads back to this node: ${what}`, (t) => {
    for (const url of urls) {
      const leads = /: expected another node, got \S+, which leads back to this one$/
      t.regex(complaint(t, { ...keys, ...route({ to: url, path: 'ledger' }) }), leads, url)
      t.regex(
        complaint(t, { ...keys, ...destination({ url }), ...route({ path: 'ledger' }) }),
        leads,
        url,
      )
    }
  })
}

/** URLs that lead elsewhere, as far as can be seen. */
const OTHERS: readonly (readonly [keys: Keys, urls: readonly string[]])[] = [
  [
    {},
    [
      'http://127.0.0.1:8081/soap',
      'http://127.0.0.1:8080/other',
      'http://127.0.0.1:8080/soaps',
      'http://127.0.0.2:8080/soap',
      'http://node.example:8080/soap',
      'mailto:sums@localhost',
      'mailto:echo@bus.example',
    ],
  ],
  [{ 'http.port': 0 }, ['http://127.0.0.1:8080/soap']],
  [{ 'http.host': '10.1.2.3' }, ['http://127.0.0.1:8080/soap', 'http://10.1.2.4:8080/soap']],
  [{ 'http.names': ['bus.example:8443'] }, ['http://bus.example/soap']],
  [{ 'smtp.enabled': false }, ['mailto:echo@localhost']],
]

test('a route to another node on this machine, or to its other paths, is taken', (t) => {
  for (const [keys, urls] of OTHERS) {
    for (const url of urls) t.notThrows(() => read({ ...keys, ...route({ to: url }) }), url)
  }
})
