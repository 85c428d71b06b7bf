/** What is encrypted to a certificate is decrypted with its key, and is what it was. */
import test from 'ava'
import { certificates } from '../../support/security/certificates.js'
import { bare, decrypted, ENVELOPE, encrypted, ownKey } from '../../support/security/encrypted.js'

const RECEIVERS = ['rsa', 'rsa3072', 'ec', 'ec384'] as const
/** Parts, and what is to be read no more: longer than a few digits, or with a sign that base64 does not have. */
const PARTS = [
  [{ Body: 'content' }, '4711 '],
  [{ Order: 'element' }, '4711 '],
  [{ Block: 'header' }, 'secret'],
  [{ Block: 'header', Body: 'content' }, 'o:'],
  [{ Number: 'content', Block: 'content' }, 'secret'],
] as const

for (const receiver of RECEIVERS) {
  for (const cipher of ['aes128-gcm', 'aes256-gcm'] as const) {
    test(`${cipher} to a certificate of ${receiver}: each kind of part comes back as it was`, (t) => {
      const own = certificates()[receiver]
      for (const [parts, secret] of PARTS) {
        const text = encrypted(own.certificate, { parts, cipher })
        t.false(text.includes(secret))
        t.is(bare(decrypted(text, [ownKey(own)])), ENVELOPE)
      }
    })
  }
}
