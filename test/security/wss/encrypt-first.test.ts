/** What is encrypted and then signed, as sp:EncryptBeforeSigning asks for: the signature is over ciphertexts. */
import test from 'ava'
import { partId } from '../../../src/security/part-names.js'
import type { Sealing } from '../../../src/security/seal.js'
import { readDocument } from '../../../src/xml/read.js'
import { childElements, elementText, isNamed } from '../../../src/xml/tree.js'
import {
  covered,
  letter,
  names,
  node,
  opened,
  PASSWORD,
  refusal,
  sealed,
} from '../../support/security/blocks.js'
import { every } from '../../support/security/encrypted.js'
import { DS, WSSE, WSU, XENC } from '../../support/security/forge/texts.js'

const FIRST = { order: 'encrypt-first', encrypt: ['Body'] } as const
const BLOCKS = ['<x:Known xmlns:x="urn:x" s:mustUnderstand="1">secret</x:Known>']
const seal = (changed: Partial<Sealing>, blocks: readonly string[] = []) =>
  sealed(letter({ blocks }), { ...FIRST, to: node().certificate, ...changed }).text

/** Local names of the elements of the message, as it is sent, that the signature refers to. */
function referredTo(text: string): readonly string[] {
  const root = readDocument(text)
  const uris = every(root, (one) => isNamed(one, DS, 'Reference')).map((one) =>
    one.attributes.find(({ local }) => local === 'URI')?.value.slice(1),
  )
  return every(root, (one) => uris.includes(partId(one))).map(({ local }) => local)
}

/** Local names of the children of the security block. */
function order(text: string): readonly string[] {
  const [block] = every(readDocument(text), (one) => isNamed(one, WSSE, 'Security'))
  return block ? childElements(block).map(({ local }) => local) : []
}

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: the signature is over the ciphertext of Body, stands before its key, and covers what it holds`, (t) => {
    const { text, signatures } = sealed(letter({ soap }), {
      ...FIRST,
      sign: ['Timestamp', 'Body'],
      timestamp: 60_000,
      to: node().certificate,
    })
    t.deepEqual(order(text), ['Timestamp', 'BinarySecurityToken', 'Signature', 'EncryptedKey'])
    const { envelope, verdict } = opened(text)
    t.is(verdict.signatures[0]?.value, signatures[0])
    t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
    t.deepEqual(covered(opened(text)), ['Timestamp', 'Body'])
    t.deepEqual(verdict.decrypted, [envelope.body])
    // Whoever changes the ciphertext breaks the signature, and finds out nothing by decryption.
    t.is(
      refusal(
        text.replace(
          /(<xenc:CipherValue>)[^<]{8}(?=[^<]*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/,
          '$1AAAAAAAA',
        ),
      )?.code,
      'FailedCheck',
    )
  })
}

test('WSS 1.1 §9.3: of a block, its EncryptedHeader is signed', (t) => {
  const text = seal({ sign: ['Body', '{urn:x}Known'], encrypt: ['Body', '{urn:x}Known'] }, BLOCKS)
  t.deepEqual([...referredTo(text)].sort(), ['Body', 'EncryptedHeader'])
  t.notRegex(text, /secret/)
  const { envelope, verdict } = opened(text)
  const element = envelope.blocks.find(({ local }) => local === 'Known')
  t.is(element && elementText(element), 'secret')
  // It has the attributes that it had, and no id.
  t.false(element?.attributes.some(({ namespace }) => namespace === WSU))
  t.true(verdict.decrypted.some((one) => one === element))
  t.deepEqual(covered(opened(text)), ['Known', 'Body'])
})

test('of an entry, its EncryptedData is signed by the id that it has', (t) => {
  const text = seal({ sign: ['{urn:m}Add'], encrypt: ['{urn:m}Add'] })
  t.deepEqual(referredTo(text), ['EncryptedData'])
  t.notRegex(text, /EncryptedData [^>]*wsu:Id/)
  const { envelope, verdict } = opened(text)
  t.deepEqual(verdict.signatures[0]?.covers, envelope.entries)
  t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
})

test('an entry that is to be signed, and is within Body that is encrypted, is covered by the ciphertext of Body', (t) => {
  const text = seal({ sign: ['{urn:m}Add'] })
  t.deepEqual(referredTo(text), ['EncryptedData'])
  const { envelope, verdict } = opened(text)
  t.deepEqual(verdict.signatures[0]?.covers, envelope.entries)
})

test('a token that is encrypted stands behind the key that opens it, and is signed as it stands', (t) => {
  const user = { name: 'alice', password: PASSWORD, form: 'digest' } as const
  const text = seal({ sign: ['Body', 'UsernameToken'], encrypt: ['Body', 'UsernameToken'], user })
  t.deepEqual(order(text), ['BinarySecurityToken', 'Signature', 'EncryptedKey', 'EncryptedData'])
  t.deepEqual([...referredTo(text)].sort(), ['Body', 'EncryptedData'])
  t.deepEqual(covered(opened(text)).toSorted(), ['Body', 'UsernameToken'])
  t.like(opened(text).verdict.users, [{ peer: 'alice' }])
})

test('what is not both signed and encrypted has no order', (t) => {
  const signs = sealed(letter(), { order: 'encrypt-first' }).text
  t.deepEqual(covered(opened(signs)), ['Body'])
  const encrypts = seal({ sign: [], key: undefined })
  t.deepEqual(names(opened(encrypts).envelope.entries), ['{urn:m}Add'])
})

test('a Signature that is not made yet cannot be encrypted', (t) => {
  t.throws(() => seal({ encrypt: ['Body', 'Signature'] }), {
    instanceOf: TypeError,
    message: 'a Signature cannot be encrypted before it is made',
  })
})

test('a ciphertext under a signature that is moved to another place counts for nothing there', (t) => {
  const text = seal({}, ['<x:Box xmlns:x="urn:x"></x:Box>'])
  const data = /<xenc:EncryptedData.*?<\/xenc:EncryptedData>/s.exec(text)?.[0] ?? ''
  t.true(data.includes(XENC))
  const moved = text
    .replace(data, '<m:Steal xmlns:m="urn:m"/>')
    .replace('></x:Box>', `>${data}</x:Box>`)
  t.is(refusal(moved)?.code, 'FailedCheck')
})
