/** What is sealed with encrypted parts is opened again, whatever key it is for and however that is told. */
import test from 'ava'
import {
  letter,
  names,
  node,
  opened,
  ownKey,
  refusal,
  sealed,
  trust,
} from '../../support/security/blocks.js'
import { certificates } from '../../support/security/certificates.js'

const USER = { name: 'alice', password: 'open sesame', form: 'digest' } as const

for (const receiver of ['rsa3072', 'ec', 'ec384'] as const) {
  for (const reference of ['token', 'issuer-serial', 'key-identifier', 'thumbprint'] as const) {
    test(`a key of ${receiver}, told by ${reference}, is found among the node’s own`, (t) => {
      const own = ownKey(certificates()[receiver])
      const { text } = sealed(letter(), { encrypt: ['Body'], to: own.certificate, reference })
      const { envelope, verdict } = opened(text, { keys: [ownKey(certificates().rsa), own] })
      t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
      t.deepEqual(verdict.decrypted, [envelope.body])
      t.is(refusal(text, { keys: [ownKey(certificates().rsa)] })?.code, 'SecurityTokenUnavailable')
    })
  }
}

test('the first child of the security block may be encrypted, too', (t) => {
  const { text } = sealed(letter(), {
    sign: [],
    key: undefined,
    encrypt: ['UsernameToken', 'Body'],
    to: node().certificate,
    user: USER,
  })
  t.false(text.includes('UsernameToken'))
  const { verdict, envelope } = opened(text)
  t.is(verdict.users[0]?.peer, 'alice')
  t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
})

test('RSA-OAEP with SHA-1 is written for a receiver that knows no other, and read where it is allowed', (t) => {
  const { text } = sealed(letter(), { encrypt: ['Body'], to: node().certificate, oaep: 'sha1' })
  t.is(refusal(text)?.code, 'UnsupportedAlgorithm')
  const allows = (algorithm: string) => algorithm === 'rsa-oaep-sha1'
  t.is(refusal(text, { trust: trust({ allows }) }), undefined)
})

test('an EncryptedHeader that was moved into Body is refused', (t) => {
  const blocks = ['<x:A xmlns:x="urn:x">1</x:A>']
  const encrypt = ['{urn:x}A']
  const { text } = sealed(letter({ blocks }), { encrypt, to: node().certificate })
  t.is(refusal(text), undefined)
  const [moved = ''] = /<wsse11:EncryptedHeader.*?<\/wsse11:EncryptedHeader>/.exec(text) ?? []
  const elsewhere = text.replace(moved, '').replace('</s:Body>', `${moved}</s:Body>`)
  t.is(refusal(elsewhere)?.why, 'EncryptedHeader is elsewhere')
})
