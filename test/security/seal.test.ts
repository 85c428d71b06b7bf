/** What is sealed here is opened here, in every form, and nothing else of the message changes. */
import test from 'ava'
import {
  bob,
  covered,
  letter,
  NOW,
  names,
  node,
  opened,
  ownKey,
  refusal,
  SECRET,
  sealed,
  WITH_KEY,
} from '../support/security/blocks.js'
import { certificates, issue } from '../support/security/certificates.js'

const MAC = { kind: 'mac', key: SECRET, name: 'shared' } as const

for (const soap of ['1.1', '1.2'] as const) {
  for (const form of ['wss', 'soap-dsig'] as const) {
    for (const reference of ['token', 'issuer-serial', 'key-identifier', 'thumbprint'] as const) {
      test(`SOAP ${soap}, ${form}: a signature whose certificate is told by ${reference} is verified`, (t) => {
        const { text, signatures } = sealed(letter({ soap }), { form, reference })
        const { verdict, envelope } = opened(text)
        const [signature] = verdict.signatures
        t.is(verdict.form, form)
        t.is(signature?.peer, 'alice')
        t.is(signature?.kind, 'signature')
        t.is(signature?.value, signatures[0])
        t.deepEqual(signature?.covers, [envelope.body])
        const { uri, digest = '' } = signature?.references[0] ?? {}
        t.true(text.includes(`URI="${uri}"`) && text.includes(`>${digest}</`), `${uri} ${digest}`)
        t.is(signature?.certificate?.subject, 'CN=rsa,O=Example,C=NL')
      })
    }

    test(`SOAP ${soap}, ${form}: a MAC is verified by the key that is shared`, (t) => {
      const key = { kind: 'mac', key: SECRET, name: 'shared' } as const
      const { verdict } = opened(sealed(letter({ soap }), { form, key }).text)
      t.like(verdict.signatures, [{ kind: 'mac', peer: 'bob', chain: [], certificate: undefined }])
    })
  }
}

for (const [name, own] of [
  ['ECDSA', bob],
  ['Ed25519', () => ownKey(certificates().ed25519)],
] as const) {
  test(`${name}: what is sealed is opened`, (t) => {
    const { text } = sealed(letter(), { key: WITH_KEY(own()) })
    t.deepEqual(covered(opened(text)), ['Body'])
  })
}

test('issuers of the certificate go along as a path', (t) => {
  const { byIntermediate, intermediate } = certificates()
  const own = ownKey(byIntermediate, [intermediate.certificate])
  for (const form of ['wss', 'soap-dsig'] as const) {
    const { verdict } = opened(sealed(letter(), { form, key: WITH_KEY(own) }).text)
    t.is(verdict.signatures[0]?.peer, 'carol')
    t.is(verdict.signatures[0]?.chain.length, 3)
  }
})

test('Timestamp, blocks of WS-Addressing and named blocks are signed', (t) => {
  const blocks = [
    '<a:To xmlns:a="http://www.w3.org/2005/08/addressing">urn:b</a:To>',
    '<x:Known xmlns:x="urn:x"/>',
    '<x:Other xmlns:x="urn:x"/>',
  ]
  const { text } = sealed(letter({ blocks }), {
    sign: ['Timestamp', 'Body', 'Addressing', '{urn:x}Known'],
    timestamp: 60_000,
  })
  const { verdict } = opened(text)
  t.deepEqual(covered(opened(text)), ['To', 'Known', 'Timestamp', 'Body'])
  t.is(verdict.timestamp?.created, NOW)
  t.is(verdict.timestamp?.expires, NOW + 60_000)
})

test('all parts are under one signature, up to 64 of them, and more are not signed', (t) => {
  const many = (count: number) => '<x:B xmlns:x="urn:x"/>'.repeat(count)
  for (const soap of ['1.1', '1.2'] as const) {
    for (const form of ['wss', 'soap-dsig'] as const) {
      for (const key of [undefined, MAC]) {
        const sign = ['Body', '{urn:x}B']
        const sealing = { form, sign, ...(key && { key }) }
        const { text, signatures } = sealed(letter({ soap, body: many(63) }), sealing)
        t.is(signatures.length, 1)
        t.is(covered(opened(text)).length, 64)
        t.throws(() => sealed(letter({ soap, body: many(64) }), sealing), {
          instanceOf: TypeError,
          message: '65 parts cannot be signed: a signature has at most 64 References',
        })
      }
    }
  }
})

test('attachments and confirmations are under the one signature, too', (t) => {
  const attachment = (n: number) => ({ id: `${n}@a`, digest: Buffer.alloc(32), digested: 9 })
  const attached = (count: number) => ({
    signed: Array.from({ length: count }, (_, n) => attachment(n)),
    size: 9 * count,
    encrypted: [],
    secret: Buffer.alloc(0),
  })
  const confirm = ['AAAA', 'BBBB', 'CCCC']
  const sealing = { sign: ['Body', 'Timestamp'], timestamp: 60_000, confirm }
  const { text, signatures } = sealed(letter(), { ...sealing, attached: attached(59) })
  t.is(signatures.length, 1)
  t.is(text.match(/<ds:Reference /g)?.length, 64)
  const over = () => sealed(letter(), { ...sealing, attached: attached(60) })
  t.throws(over, { message: /^65 parts cannot be signed/ })
  // One that is over far more octets than it has.
  const [first] = attached(1).signed
  const wide = { ...attached(1), signed: [{ ...attachment(1), ...first, digested: 100_000 }] }
  t.throws(() => sealed(letter(), { ...sealing, attached: wide }), {
    message: /its References are over more than 4 times the octets of the message/,
  })
})

test('what is signed is over 4 times the octets of the message at most', (t) => {
  // The canonical form of each entry declares the namespace again: it is far longer than the entry.
  const name = ` xmlns:p="urn:${'x'.repeat(8000)}"`
  const text = letter({ body: '<x:B xmlns:x="urn:x"/>'.repeat(60) }).replace('<s:Body', `$&${name}`)
  for (const form of ['wss', 'soap-dsig'] as const) {
    t.throws(() => sealed(text, { form, sign: ['{urn:x}B'] }), {
      instanceOf: TypeError,
      message: /^60 parts cannot be signed: its References are over more than 4 times/,
    })
  }
})

test('Body is encrypted after it is signed, and both are told of the message that goes on', (t) => {
  const { text } = sealed(letter(), { encrypt: ['Body'], to: node().certificate })
  t.false(text.includes('urn:m'))
  const { verdict, envelope } = opened(text)
  t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
  t.deepEqual(verdict.decrypted, [envelope.body])
  t.deepEqual(verdict.signatures[0]?.covers, [envelope.body])
})

test('blocks, the signature and tokens are encrypted as elements', (t) => {
  const blocks = ['<x:Known xmlns:x="urn:x">secret</x:Known>']
  const { text } = sealed(letter({ blocks }), {
    sign: ['Body', '{urn:x}Known', 'UsernameToken'],
    encrypt: ['{urn:x}Known', 'Signature', 'UsernameToken'],
    to: node().certificate,
    user: { name: 'alice', password: 'open sesame', form: 'digest' },
  })
  t.notRegex(text, /secret|<ds:Signature |UsernameToken /)
  const result = opened(text)
  t.deepEqual(covered(result), ['Known', 'UsernameToken', 'Body'])
  t.deepEqual(result.verdict.decrypted.map(({ local }) => local).toSorted(), [
    'Known',
    'Signature',
    'UsernameToken',
  ])
  t.is(result.verdict.users[0]?.peer, 'alice')
})

test('what is there already stays byte for byte, ids too', (t) => {
  const text =
    '<?xml version="1.0"?>\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"  >' +
    '<e:Header ><!-- kept --><x:B xmlns:x=\'urn:x\'/> </e:Header><e:Body xmlns:wsu="urn:mine" ><b/></e:Body ></e:Envelope>\n'
  const after = sealed(text, { sign: ['Body', '{urn:x}B'], timestamp: 1000 }).text
  const without = after
    .replace(/<wsse:Security.*<\/wsse:Security>/s, '')
    .replace(/ xmlns:wsu1?="[^"]*utility[^"]*" wsu1?:Id="[^"]*"/g, '')
  t.is(without, text)
  t.deepEqual(covered(opened(after)), ['B', 'Body'])
})

test('an id that is there is used, whichever specification has it', (t) => {
  const text = letter().replace(
    '<s:Body>',
    '<s:Body xmlns:q="http://schemas.xmlsoap.org/soap/security/2000-12" q:id="mine">',
  )
  const after = sealed(text).text
  t.regex(after, /URI="#mine"/)
  t.deepEqual(covered(opened(after)), ['Body'])
})

test('WSS 1.1 §5: a block for the same actor is added to, in front, and what is in it stays', (t) => {
  const first = sealed(letter({ blocks: ['<x:B xmlns:x="urn:x"/>'] }), { timestamp: 60_000 }).text
  const second = sealed(first, {
    sign: ['{urn:x}B', 'Timestamp'],
    timestamp: 60_000,
    key: WITH_KEY(bob()),
  }).text
  t.is(second.match(/<wsse:Security /g)?.length, 1)
  t.is(second.match(/<wsu:Timestamp/g)?.length, 1)
  const { verdict } = opened(second)
  t.deepEqual(
    verdict.signatures.map(({ peer }) => peer),
    ['bob', 'alice'],
  )
  t.deepEqual(covered(opened(second)), ['B', 'Timestamp', 'Body'])
})

test('one for another actor is another block', (t) => {
  const first = sealed(letter()).text
  const second = sealed(first, { actor: 'urn:gate', key: WITH_KEY(bob()) }).text
  t.is(second.match(/<wsse:Security /g)?.length, 2)
  t.regex(second, /s:actor="urn:gate"/)
  t.is(opened(second).verdict.signatures.length, 2)
})

test('each byte of a signed part counts', (t) => {
  const { text } = sealed(letter(), { timestamp: 60_000, sign: ['Body', 'Timestamp'] })
  const at = text.indexOf('<m:a>1') + '<m:a>'.length
  t.is(refusal(`${text.slice(0, at)}2${text.slice(at + 1)}`)?.code, 'FailedCheck')
  t.is(refusal(text.replace('12:01:00', '12:02:00'))?.code, 'FailedCheck')
})

test('what a key is missing for is not sealed', (t) => {
  t.throws(() => sealed(letter(), { key: undefined }), { instanceOf: TypeError })
  t.throws(() => sealed(letter(), { encrypt: ['Body'] }), { instanceOf: TypeError })
  t.throws(() => sealed(letter(), { form: 'soap-dsig', encrypt: ['Body'] }), {
    instanceOf: TypeError,
  })
  t.throws(
    () =>
      sealed(letter(), {
        reference: 'key-identifier',
        key: WITH_KEY(ownKey(issue({ subject: 'CN=bare', bare: true }))),
      }),
    { message: /SubjectKeyIdentifier/ },
  )
})
