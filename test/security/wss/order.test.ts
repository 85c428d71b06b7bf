/** What a wsse:Security block has is processed in its order: ciphertexts and signatures, in each order of the two. */
import test from 'ava'
import { DEFAULT_ENVELOPE_LIMITS } from '../../../src/soap/envelope.js'
import { DEFAULT_XML_LIMITS } from '../../../src/xml/limits.js'
import {
  alice,
  BODY,
  bob,
  covered,
  letter,
  names,
  node,
  opened,
  refusal,
  sealed,
  WITH_KEY,
} from '../../support/security/blocks.js'
import { WSSE } from '../../support/security/forge/texts.js'

const to = () => node().certificate
const encrypt = (text: string, parts = ['Body']) =>
  sealed(text, { sign: [], key: undefined, encrypt: parts, to: to() }).text

for (const soap of ['1.1', '1.2'] as const) {
  test(`WSS 1.1 §5, SOAP ${soap}: what was signed and then encrypted is decrypted, then verified`, (t) => {
    const { text } = sealed(letter({ soap }), { encrypt: ['Body'], to: to() })
    const { envelope, verdict } = opened(text)
    t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
    t.deepEqual(verdict.signatures[0]?.covers, [envelope.body])
    t.deepEqual(verdict.decrypted, [envelope.body])
  })

  test(`WSS 1.1 §5, SOAP ${soap}: what was encrypted and then signed is verified, then decrypted`, (t) => {
    const { text } = sealed(encrypt(letter({ soap })))
    t.true(text.indexOf('<ds:Signature') < text.indexOf('<xenc:EncryptedKey'))
    const { envelope, verdict } = opened(text)
    t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
    t.deepEqual(verdict.signatures[0]?.covers, [envelope.body])
    t.deepEqual(verdict.decrypted, [envelope.body])
  })
}

test('what was signed, encrypted and signed again by another is all there', (t) => {
  const inner = sealed(letter(), { encrypt: ['Body', 'Signature'], to: to() }).text
  const { text } = sealed(inner, { key: WITH_KEY(bob()) })
  const { envelope, verdict } = opened(text)
  t.deepEqual(
    verdict.signatures.map(({ peer }) => peer),
    ['bob', 'alice'],
  )
  for (const { covers } of verdict.signatures) t.deepEqual(covers, [envelope.body])
})

test('what was encrypted twice is decrypted twice, and not three times', (t) => {
  const twice = encrypt(encrypt(letter()))
  t.deepEqual(names(opened(twice).envelope.entries), ['{urn:m}Add'])
  t.is(refusal(encrypt(twice))?.code, 'InvalidSecurity')
})

test('WSS 1.1 §9.3: a block in an EncryptedHeader is a block again, and counts as signed and encrypted', (t) => {
  const blocks = ['<x:Known xmlns:x="urn:x" s:mustUnderstand="1">secret</x:Known>']
  const { text } = sealed(letter({ blocks }), {
    sign: ['Body', '{urn:x}Known'],
    encrypt: ['{urn:x}Known'],
    to: to(),
  })
  t.regex(text, /<wsse11:EncryptedHeader [^>]*mustUnderstand="1"/)
  const { envelope, verdict } = opened(text)
  const element = envelope.blocks.find(({ local }) => local === 'Known')
  t.truthy(element)
  t.deepEqual(verdict.decrypted, element ? [element] : [])
  t.deepEqual(covered(opened(text)), ['Known', 'Body'])
})

test('a signature over a ciphertext covers what stands in its place', (t) => {
  const once = encrypt(letter(), ['{urn:m}Add'])
  const id = /<xenc:EncryptedData [^>]*Id="([^"]*)"/.exec(once)?.[1] ?? ''
  t.regex(id, /^ED-/)
  // The ciphertext is an entry: its Id, which WS-Security does not give, names it.
  const text = sealed(once, { sign: ['{http://www.w3.org/2001/04/xmlenc#}EncryptedData'] }).text
  const { envelope, verdict } = opened(text)
  t.deepEqual(names(verdict.signatures[0]?.covers ?? []), ['{urn:m}Add'])
  t.deepEqual(verdict.signatures[0]?.covers, envelope.entries)
})

test('a ciphertext that is moved to another place takes no signature there', (t) => {
  const { text } = sealed(letter({ blocks: ['<x:Box xmlns:x="urn:x"></x:Box>'] }), {
    encrypt: ['Body'],
    to: to(),
  })
  const data = /<xenc:EncryptedData.*<\/xenc:EncryptedData>/s.exec(text)?.[0] ?? ''
  const moved = text
    .replace(data, BODY.replace('<m:a>1', '<m:a>2'))
    .replace('></x:Box>', `>${data}</x:Box>`)
  t.is(refusal(moved)?.code, 'FailedCheck')
})

test('what nobody can decrypt is refused, whatever is signed', (t) => {
  const { text } = sealed(letter(), { encrypt: ['Body'], to: alice().certificate })
  t.is(refusal(text)?.code, 'SecurityTokenUnavailable')
})

test('a security block that comes encrypted is refused, as nobody would open it', (t) => {
  const forged = '<wsse:Security xmlns:wsse="urn:x" s:mustUnderstand="1" s:actor="urn:a"/>'
  const blocks = [forged.replace('urn:x', WSSE)]
  const { text } = sealed(letter({ blocks }), { encrypt: [`{${WSSE}}Security`], to: to() })
  t.regex(text, /EncryptedHeader/)
  t.is(refusal(text)?.code, 'InvalidSecurity')
})

test('a ciphertext that no key of the block is for is refused there', (t) => {
  const { text } = sealed(letter(), { encrypt: ['Signature'], to: to() })
  const without = text.replace(/<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/s, '')
  t.is(refusal(without)?.code, 'InvalidSecurity')
})

test('what is decrypted is read within the limits of messages', (t) => {
  const content = (depth: number) => `<m>${'<d>'.repeat(depth)}${'</d>'.repeat(depth)}</m>`
  const text = (depth: number) =>
    sealed(letter({ body: content(depth) }), { encrypt: ['Body'], to: to() }).text
  const limits = { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS, depth: 20 }
  t.is(refusal(text(10), { limits }), undefined)
  t.is(refusal(text(30), { limits })?.code, 'FailedCheck')
})
