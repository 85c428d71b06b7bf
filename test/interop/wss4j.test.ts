/** Signed and encrypted calls by WSS4J, as Java's SOAP stacks make them; it verifies and decrypts the answers. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { SOAP_XML, TEXT_XML } from '../support/wire/wire.js'
import { type Holder, PASSWORD, pairs, type WssNode, wssNode } from './wss-node.js'
import { wssCall } from './wss4j.js'

const test = anyTest as TestFn
const secured = wssCall(test)
const folder = pairs(test)
const signing = wssNode(test, folder, {
  require: 'signature',
  signed: ['Body', 'Timestamp'],
  sends: { sign: ['Body', 'Timestamp'] },
})
const references = {
  'issuer-serial': wssNode(test, folder, {
    require: 'signature',
    sends: { sign: ['Body'], reference: 'issuer-serial' },
  }),
  thumbprint: wssNode(test, folder, {
    require: 'signature',
    sends: { sign: ['Body'], reference: 'thumbprint' },
  }),
  'key-identifier': wssNode(test, folder, {
    require: 'signature',
    sends: { sign: ['Body'], reference: 'key-identifier' },
  }),
}
const secret = wssNode(test, folder, {
  require: 'signature',
  encrypted: ['Body'],
  sends: { sign: ['Body', 'Timestamp'], encrypt: ['Body'], cipher: 'aes256-gcm' },
})

const NS = {
  soap: {
    '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
    '1.2': 'http://www.w3.org/2003/05/soap-envelope',
  },
  wsu: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
} as const
type Soap = keyof typeof NS.soap

interface Called {
  /** What it wrote, by path. */
  readonly values: ReadonlyMap<string, string>
  /** Names of elements in the answer that a signature covers. */
  readonly signed: readonly string[]
  readonly decrypted: readonly string[]
}

async function call(
  { url, files }: Pick<WssNode, 'url' | 'files'>,
  order: Readonly<Record<string, string | number>>,
  who: Holder = 'client',
  soap: Soap = '1.1',
): Promise<Called> {
  const path = (name: string) => join(folder, `${name}-${randomUUID()}.xml`)
  const [message, out, answer] = [path('in'), path('out'), path('answer')]
  writeFileSync(message, soap === '1.1' ? soap11(ADD) : soap12(ADD))
  const { certificate, key } = files(who)
  const whole = {
    in: message,
    out,
    answer,
    url,
    type: soap === '1.1' ? TEXT_XML : SOAP_XML,
    certificate,
    key,
    peer: files('node').certificate,
    reference: 'token',
    timestamp: 300,
    ...order,
  }
  const output = await secured(whole)
  const pairs = output
    .split('\n')
    .map((line): [string, string] => [line.split(' ', 1)[0] ?? '', line.replace(/^\S* ?/, '')])
  const all = (kind: string) =>
    pairs.filter(([name]) => name.startsWith(kind)).map(([, text]) => text)
  return { values: new Map(pairs), signed: all('signed.'), decrypted: all('decrypted.') }
}

/** The answer is the sum, signed by the node, and confirms what was sent. */
function holds(t: ExecutionContext, { values, signed }: Called, soap: Soap = '1.1') {
  const why = JSON.stringify([...values])
  t.is(values.get('result'), '3', why)
  t.is(values.get('verified'), 'true', why)
  t.is(values.get('by'), 'CN=node,O=Example,C=NL', why)
  t.is(values.get('confirmed'), 'true', why)
  t.true(signed.includes(`{${NS.soap[soap]}}Body`), why)
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const reference of [
    'token',
    'issuer-serial',
    'key-identifier',
    'thumbprint',
    'certificate',
  ]) {
    test(`SOAP ${soap}: a signature by RSA-SHA256, the certificate told by ${reference}`, async (t) => {
      const called = await call(signing(), { reference }, 'client', soap)
      holds(t, called, soap)
      t.true(called.signed.includes(`{${NS.wsu}}Timestamp`))
    })
  }

  test(`SOAP ${soap}: signed, then encrypted by AES-256-GCM under RSA-OAEP, and so is the answer`, async (t) => {
    const called = await call(secret(), { encrypt: 'issuer-serial' }, 'legacy', soap)
    holds(t, called, soap)
    t.true(called.decrypted.includes(`{${NS.soap[soap]}}Body`))
  })
}

for (const [reference, node] of Object.entries(references)) {
  test(`the node’s certificate is told by ${reference}`, async (t) => {
    holds(t, await call(node(), {}))
  })
}

test('the token is signed, by STR-Transform', async (t) => {
  holds(t, await call(signing(), { strTransform: 1 }))
})

test('ECDSA with a key on P-256', async (t) => {
  const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'
  holds(t, await call(signing(), { algorithm }, 'curve'))
})

test('RSA-SHA512 and SHA-512', async (t) => {
  const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
  const digest = 'http://www.w3.org/2001/04/xmlenc#sha512'
  holds(t, await call(signing(), { algorithm, digest }))
})

test('a UsernameToken with a digest, signed with the message', async (t) => {
  holds(t, await call(signing(), { user: 'client', password: PASSWORD }))
})

for (const [name, order, why] of [
  ['a wrong password', { user: 'client', password: 'wrong' }, /password/i],
  [
    'a password in the clear',
    { user: 'client', password: PASSWORD, passwordType: 'text' },
    /TLS|clear|text/,
  ],
  [
    'the key itself in place of a certificate',
    { reference: 'key-value' },
    /KeyInfo|names no certificate/,
  ],
  ['RSA-SHA1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, /rsa-sha1/],
  ['SHA-1 as digest', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }, /sha1/],
  [
    'AES-CBC',
    { encrypt: 'issuer-serial', cipher: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' },
    /cbc/,
  ],
  [
    'RSA 1.5',
    { encrypt: 'issuer-serial', keyTransport: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' },
    /rsa-1_5/,
  ],
] as const) {
  test(`${name} is refused, and the log says why`, async (t) => {
    const { values } = await call(signing(), order)
    t.is(values.get('result'), undefined)
    t.is(values.get('faultstring'), 'The message does not have the security that is asked for.')
    await t.notThrowsAsync(signing().refused(why))
  })
}

test('a stranger’s signature is refused', async (t) => {
  const { values } = await call(signing(), {}, 'stranger')
  t.is(values.get('faultstring'), 'The message does not have the security that is asked for.')
})

test('WSS4J refuses an answer in which one letter was altered', async (t) => {
  const called = await call(signing(), {})
  holds(t, called)
  const answer = readdirSync(folder).find((name) => name.startsWith('answer-'))
  t.truthy(answer)
  const file = join(folder, answer ?? '')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('>3<', '>4<'))
  const output = await secured({ answer: file, peer: signing().files('node').certificate })
  t.true(output.includes('verified false'))
})
