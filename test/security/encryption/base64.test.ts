/** Base64 is read in portions, with white space anywhere, and has one spelling for the same octets. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { readBase64 } from '../../../src/security/encryption/base64.js'
import { atOnce } from '../../../src/xml/walk.js'
import { writingBase64 } from '../../../src/xml/write-base64.js'

test('octets of any length come back, with white space anywhere', (t) => {
  for (const length of [0, 1, 2, 3, 4, 12_287, 12_288, 12_289, 100_000]) {
    const octets = randomBytes(length)
    const text = atOnce(writingBase64(octets))
    t.is(text, octets.toString('base64'))
    t.deepEqual(readBase64(text), octets)
    t.deepEqual(readBase64(` ${text.replace(/(.{76})/g, '$1\r\n\t')}\n`), octets)
    t.deepEqual(readBase64(text.split('').join('\n')), octets)
  }
})

test('anything else is refused', (t) => {
  const wrong = [
    'A',
    'AA',
    'AAA',
    'A===',
    'AA==AAAA',
    'AAA=A',
    'AAB=',
    'AB==',
    'A-_A',
    'AAA\u00a0A',
  ]
  // Padding at the end of a portion, and more behind it.
  const late = `${'A'.repeat(16 * 1024 - 1)}=AAAA`
  for (const text of [late, ...wrong, ...wrong.map((one) => 'AAAA'.repeat(5000) + one)]) {
    t.throws(() => readBase64(text), { message: 'what is encrypted cannot be decrypted' }, text)
  }
})
