/** The section `security`: what its keys say together, and what each mistake is told as. */
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../src/errors.js'
import { readConfig } from '../support/config.js'

type Keys = Readonly<Record<string, unknown>>

function read(security: Keys, more: Keys = {}) {
  const settings = Object.entries({ ...more, security }).map(
    ([key, value]) => `${key}=${JSON.stringify(value)}`,
  )
  return readConfig({ environment: {}, settings })
}

/** What the operator reads, without the source. */
function complaint(t: ExecutionContext, security: Keys, more: Keys = {}): string {
  const error = t.throws(() => read(security, more), { instanceOf: WaybillError })
  t.is(error?.code, 'WAYBILL_CONFIG_INVALID')
  return error?.message.replace(/^--set [\w.]+: security\.?/, '') ?? ''
}

const OWN = { certificate: 'node.pem', key: 'node.key' }
const SIGNS = { signs: { certificates: ['bank.pem'] } }
const SHARED = { sharedKey: Buffer.alloc(16).toString('base64') }
const policy = (...keys: readonly Keys[]) => ({ policies: keys })

test('all of it together is taken', (t) => {
  const { security } = read(
    {
      ...OWN,
      former: [{ certificate: 'old.pem', key: 'old.key' }],
      revoked: ['revoked.pem'],
      requireRevocationLists: true,
      tokens: { idp: { issuer: 'https://idp.example', audience: 'node', jwks: 'keys.json' } },
      peers: {
        bank: { ...SIGNS, token: { issuer: 'idp' }, over: ['http'] },
        shop: {
          ...SHARED,
          signs: { ca: 'ca.pem', subjects: ['CN=shop,C=NL', 'DNS:shop.example'] },
        },
      },
      policies: [
        {
          name: 'orders',
          transport: 'http',
          path: 'calculator',
          require: ['tls', 'signature'],
          peers: ['bank'],
          encrypted: ['Body'],
          sends: { sign: ['Body', 'Timestamp'], encrypt: ['Body'], algorithm: 'rsa-pss-sha256' },
        },
        { name: 'macs', require: 'mac', sends: { mac: true, sign: ['Body'], to: 'shop' } },
        { name: 'proof', require: 'non-repudiation' },
        { name: 'users', require: 'password', peers: ['bank'] },
        { require: 'signature', destination: 'next' },
        { require: 'client-certificate', route: 'on' },
      ],
    },
    {
      'node.uri': 'urn:example:here',
      destinations: { next: { url: 'https://next.example/' } },
      routes: [{ name: 'on', to: 'next' }],
    },
  )
  t.is(security.policies.length, 6)
})

test('a destination behind TLS may be sent a password as text, and what has no Timestamp', (t) => {
  const sends = {
    ...{ user: 'me', password: 'x', passwordType: 'text', timestamp: false, sign: ['Body'] },
    ...{ encrypt: ['Body'], order: 'encrypt-first', to: 'bank' },
  }
  const { security } = read(
    { ...OWN, peers: { bank: SIGNS }, ...policy({ destination: 'next', sends }) },
    { destinations: { next: { url: 'https://next.example/' } } },
  )
  t.like(security.policies[0]?.sends, sends)
})

const TEXT = { user: 'me', password: 'hush', passwordType: 'text' }
const OVER_TLS = 'a password as text is sent over TLS only'

test('a password as text goes nowhere but to a destination behind TLS', (t) => {
  for (const url of ['http://next.example/', 'http://127.0.0.1:9/', 'mailto:a@next.example']) {
    const text = complaint(t, policy({ destination: 'next', sends: TEXT }), {
      destinations: { next: { url } },
      'smtp.relay': { url: 'smtp://relay.example', from: 'a@b.example' },
    })
    t.true(
      text.startsWith(
        `policies.0.sends.passwordType: expected digest, or an https: URL of the destination next: ${OVER_TLS}`,
      ),
      text,
    )
    t.false(text.includes('hush'))
  }
})

test('what must be signed may leave Body out where TLS is asked for, or where it names the entry', (t) => {
  const signed = ['Timestamp']
  const taken: readonly Keys[] = [
    { require: ['tls', 'signature'], signed },
    { require: ['mac', 'client-certificate'], signed },
    { require: 'signature', operation: '{urn:a}B', signed: ['{urn:a}B'] },
    { require: ['tls', 'password'], signed },
    { signed },
  ]
  const peers = { bank: { ...SIGNS, digestPassword: 'x' } }
  for (const one of taken) t.notThrows(() => read({ peers, ...policy(one) }))
})

test('without the section there are defaults, and nobody is known', (t) => {
  const { security } = read({})
  t.deepEqual(security.peers, {})
  t.deepEqual(security.policies, [])
  t.true(security.strict)
})

const WRONG: readonly (readonly [Keys, string])[] = [
  [{ certificate: 'node.pem' }, ': expected certificate and key, or neither'],
  [{ key: 'node.key' }, ': expected certificate and key, or neither'],
  [
    { former: [{ certificate: 'old.pem', key: 'old.key' }] },
    'former: expected certificate and key with it: the current pair',
  ],
  [
    policy({ sends: TEXT }),
    'policies.0.sends.passwordType: expected digest, or a policy with destination: answers have no password as text',
  ],
  [
    {
      ...OWN,
      peers: { bank: SIGNS },
      ...policy({ sends: { order: 'encrypt-first', encrypt: ['Body'] } }),
    },
    'policies.0.sends.order: expected sign and encrypt with it, or sign-first',
  ],
  [
    {
      ...OWN,
      peers: { bank: SIGNS },
      ...policy({
        sends: { order: 'encrypt-first', sign: ['Attachments'], encrypt: ['Attachments'] },
      }),
    },
    'policies.0.sends.encrypt.0: expected order sign-first: an attachment counts as signed as it is used',
  ],
  [
    {
      ...OWN,
      peers: { bank: SIGNS },
      ...policy({ sends: { order: 'encrypt-first', sign: ['Body'], encrypt: ['Signature'] } }),
    },
    'policies.0.sends.encrypt.0: expected order sign-first: there is no Signature before',
  ],
  [
    { requireRevocationLists: true },
    'requireRevocationLists: expected revoked with it, or no certificate is trusted',
  ],
  [{ peers: { bank: { signs: {} } } }, 'peers.bank.signs: expected certificates, or ca'],
  [
    { peers: { bank: { signs: { certificates: [] } } } },
    'peers.bank.signs: expected certificates, or ca',
  ],
  [
    { peers: { bank: { signs: { certificates: ['a'], subjects: ['CN=a'] } } } },
    'peers.bank.signs.subjects: expected ca with it: its own certificates need no subjects',
  ],
  [
    { peers: { bank: { signs: { ca: 'a', subjects: [] } } } },
    'peers.bank.signs.subjects: expected one or more',
  ],
  [
    { peers: { bank: { signs: { ca: 'a', subjects: ['CN=a', 'bank'] } } } },
    'peers.bank.signs.subjects.1: expected a subject such as CN=bank,O=Example,C=NL, or DNS:, URI:, email:, IP: or UPN: and a name, got "bank"',
  ],
  [
    { peers: { bank: { sharedKey: Buffer.alloc(15).toString('base64') } } },
    'peers.bank.sharedKey: expected 16 bytes or more, got 15',
  ],
  [{ peers: { bank: { sharedKey: 'not base64!' } } }, 'peers.bank.sharedKey: expected base64'],
  [
    { peers: { bank: { over: ['http', 'ftp'] } } },
    'peers.bank.over.1: expected one of http, smtp, got "ftp"',
  ],
  [
    { peers: { bank: { digestPassword: 'x' }, shop: { user: 'bank', digestPassword: 'y' } } },
    'peers.shop: expected a user of its own, as bank is known by "bank"',
  ],
  [
    {
      peers: {
        a: { apiKey: `sha256:${'0'.repeat(64)}` },
        b: { apiKey: `sha256:${'0'.repeat(64)}` },
      },
    },
    'peers.b.apiKey: expected a key of its own, as a has the same',
  ],
  [
    { peers: { bank: { token: { issuer: 'idp' } } } },
    'peers.bank.token.issuer: expected a name in security.tokens, got "idp"; there is none',
  ],
  [
    policy({ name: 'a' }, { name: 'a' }),
    'policies.1.name: expected another name than a policy before has, got "a"',
  ],
  [policy({ transport: 'ftp' }), 'policies.0.transport: expected one of http, smtp, got "ftp"'],
  [
    policy({ path: 'nothing' }),
    'policies.0.path: expected one of calculator, echo, trace, got "nothing"',
  ],
  [policy({ route: 'on' }), 'policies.0.route: there is none, got "on"'],
  [policy({ destination: 'next' }), 'policies.0.destination: there is none, got "next"'],
  [
    { peers: { bank: SIGNS }, ...policy({ peers: ['bank', 'shop'] }) },
    'policies.0.peers.1: expected a name in security.peers, got "shop"; there are bank',
  ],
  [
    policy({ require: 'signature' }),
    'policies.0.require: expected signs of any peer in security.peers, for "signature"',
  ],
  [
    { peers: { bank: SIGNS, shop: SHARED }, ...policy({ require: 'signature', peers: ['shop'] }) },
    'policies.0.require: expected signs of shop in security.peers, for "signature"',
  ],
  [
    { peers: { shop: {} }, ...policy({ require: ['tls', 'mac'] }) },
    'policies.0.require: expected sharedKey or signs of any peer in security.peers, for "mac"',
  ],
  [
    { peers: { shop: SIGNS }, ...policy({ require: 'password' }) },
    'policies.0.require: expected password, digestPassword, apiKey or token of any peer in security.peers, for "password"',
  ],
  [
    { peers: { shop: SIGNS }, ...policy({ require: 'non-repudiation' }) },
    'policies.0.require: expected security.certificate and key, by which evidence is signed',
  ],
  ...[['Timestamp'], ['Addressing', '{urn:a}B'], []].map((signed): readonly [Keys, string] => [
    { peers: { bank: SIGNS }, ...policy({ require: 'signature', signed }) },
    'policies.0.signed: expected Body in it, or tls in require: without TLS nobody knows whose Body it is',
  ]),
  [
    { peers: { shop: SHARED }, ...policy({ require: ['mac'], signed: ['Timestamp'] }) },
    'policies.0.signed: expected Body in it, or tls in require: without TLS nobody knows whose Body it is',
  ],
  [
    { peers: { bank: SIGNS }, ...policy({ require: ['signature', 'tls'], signed: [] }) },
    'policies.0.signed: expected one part or more, such as Timestamp',
  ],
  [
    {
      ...OWN,
      peers: { bank: SIGNS },
      ...policy({ require: ['tls', 'non-repudiation'], signed: ['Timestamp'] }),
    },
    'policies.0.signed: expected Body in it: what is not signed can be denied',
  ],
  [
    policy({ encrypted: ['Body'] }),
    'policies.0.encrypted: expected security.certificate and key, to which others encrypt',
  ],
  [
    policy({ sends: { sign: ['Body'] } }),
    'policies.0.sends.sign: expected security.certificate and key, or mac',
  ],
  [
    { peers: { shop: SHARED }, ...policy({ sends: { mac: true } }) },
    'policies.0.sends.mac: expected sign with it: the parts that it covers',
  ],
  [
    { peers: { bank: SIGNS }, ...policy({ sends: { mac: true, sign: ['Body'], to: 'bank' } }) },
    'policies.0.sends.mac: expected sharedKey of bank in security.peers',
  ],
  [
    {
      peers: { shop: SHARED },
      ...policy({ sends: { mac: true, sign: ['Body'], algorithm: 'ed25519' } }),
    },
    'policies.0.sends.algorithm: expected it without mac, whose algorithm is HMAC-SHA256',
  ],
  [
    { peers: { shop: SHARED }, ...policy({ sends: { encrypt: ['Body'] } }) },
    'policies.0.sends.encrypt: expected encryptTo or signs.certificates of a peer in security.peers',
  ],
  [
    { peers: { shop: SHARED }, ...policy({ sends: { to: 'bank' } }) },
    'policies.0.sends.to: expected a name in security.peers, got "bank"; there are shop',
  ],
  [policy({ sends: { user: 'a' } }), 'policies.0.sends: expected user and password, or neither'],
  [
    { peers: { bank: SIGNS }, ...policy({ sends: { form: 'soap-dsig', encrypt: ['Body'] } }) },
    'policies.0.sends.encrypt: expected form wss: SOAP-DSIG encrypts nothing',
  ],
  [
    { ...OWN, ...policy({ sends: { form: 'soap-dsig', sign: ['Body', 'Timestamp'] } }) },
    'policies.0.sends.sign.1: expected form wss: SOAP-DSIG has no Timestamp',
  ],
  [
    { ...OWN, ...policy({ replays: 'dated', sends: { form: 'soap-dsig', sign: ['Body'] } }) },
    'policies.0.replays: expected once or refuse: a message by SOAP-DSIG has no Timestamp',
  ],
  [
    {
      ...OWN,
      ...policy({ suite: 'Basic128GCM', sends: { sign: ['Body'], cipher: 'aes128-gcm' } }),
    },
    'policies.0.sends.cipher: expected none beside the suite Basic128GCM, which decides it',
  ],
  [
    {
      ...OWN,
      ...policy({ suite: 'Basic256', sends: { sign: ['Body'], algorithm: 'rsa-sha512' } }),
    },
    'policies.0.sends.algorithm: expected rsa-sha256 or none beside the suite Basic256',
  ],
  [
    { ...OWN, ...policy({ suite: 'Basic128Sha256', encrypted: ['Body', 'Attachments'] }) },
    'policies.0.encrypted: expected no Attachments in it: Basic128Sha256 encrypts by AES-CBC, which shows nobody whether an attachment was changed',
  ],
  [
    {
      ...OWN,
      peers: { bank: SIGNS },
      ...policy({ suite: 'Basic256', sends: { encrypt: ['Attachments'] } }),
    },
    'policies.0.sends.encrypt: expected no Attachments in it: Basic256 encrypts by AES-CBC, which shows nobody whether an attachment was changed',
  ],
]

for (const [security, sentence] of WRONG) {
  test(`refused: ${JSON.stringify(security)}`, (t) => {
    t.is(complaint(t, security), sentence)
  })
}

test('a suite is taken beside what it leaves open, and strong beside all', (t) => {
  const own = { ...OWN, peers: { bank: SIGNS } }
  const sends = { sign: ['Body', 'Attachments'], encrypt: ['Body'] }
  const algorithm = 'rsa-sha256'
  for (const one of [
    { suite: 'Basic256', sends: { ...sends, algorithm } },
    { suite: 'Basic192GCM', sends: { ...sends, encrypt: ['Attachments'] } },
    { suite: 'strong', sends: { ...sends, algorithm: 'rsa-pss-sha256', cipher: 'aes128-gcm' } },
  ]) {
    t.like(read({ ...own, ...policy(one) }).security.policies[0], { suite: one.suite })
  }
})

test('a destination has no other condition beside it', (t) => {
  const more = { destinations: { next: { url: 'https://next.example/' } } }
  t.is(
    complaint(t, policy({ destination: 'next', path: 'echo' }), more),
    'policies.0.path: expected no other condition beside destination',
  )
})

test('nothing secret is told', (t) => {
  const text = complaint(t, { peers: { bank: { sharedKey: 'c2VjcmV0' } } })
  t.false(text.includes('c2VjcmV0'))
})

test('a level that there is not gets the list of those that there are', (t) => {
  const wrong = complaint(t, policy({ require: 'signatures' }))
  t.regex(
    wrong,
    /policies\.0\.require: expected one of "anonymous", .*"signature".*, or a list, got "signatures"/,
  )
  t.regex(
    complaint(t, policy({ require: ['signatures'] })),
    /require\.0: expected one of "anonymous"/,
  )
})
