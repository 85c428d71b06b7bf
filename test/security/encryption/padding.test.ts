/** RSA paddings are read as OpenSSL writes them, with both hashes free, and a wrong one gives the other key. */
import {
  constants,
  createHash,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import test from 'ava'
import { padOaep, unpadOaep, unpadPkcs1 } from '../../../src/security/encryption/padding.js'
import { flipped } from '../../support/security/crafted.js'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY = Buffer.alloc(32, 7)
const OTHER = Buffer.alloc(32, 9)
const raw = (ciphertext: Buffer) =>
  privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, ciphertext)

for (const digest of ['sha1', 'sha256', 'sha384', 'sha512'] as const) {
  const oaep = { digest, mask: digest, label: Buffer.from('a label') }

  test(`RFC 8017 §7.1: OAEP with ${digest} is read as OpenSSL writes it, and the reverse`, (t) => {
    const node = { oaepHash: digest, oaepLabel: oaep.label }
    const theirs = raw(publicEncrypt({ key: publicKey, ...node }, KEY))
    t.deepEqual(unpadOaep(theirs, OTHER, oaep), KEY)
    const ours = publicEncrypt(
      { key: publicKey, padding: constants.RSA_NO_PADDING },
      padOaep(KEY, 256, oaep),
    )
    t.deepEqual(privateDecrypt({ key: privateKey, ...node }, ours), KEY)
  })
}

test('RFC 8017 §7.1.2 step 3: any other padding gives the other key', (t) => {
  const oaep = { digest: 'sha256', mask: 'sha1', label: Buffer.alloc(0) } as const
  const padded = padOaep(KEY, 256, oaep)
  t.deepEqual(unpadOaep(padded, OTHER, oaep), KEY)
  for (let bit = 0; bit < 256 * 8; bit += 1) {
    t.deepEqual(unpadOaep(flipped(padded, bit), OTHER, oaep), OTHER, `bit ${bit}`)
  }
  const wrong = [
    unpadOaep(padded, OTHER, { ...oaep, mask: 'sha256' }),
    unpadOaep(padded, OTHER, { ...oaep, digest: 'sha1' }),
    unpadOaep(padded, OTHER, { ...oaep, label: Buffer.from('x') }),
    unpadOaep(Buffer.alloc(256), OTHER, oaep),
  ]
  for (const key of wrong) t.deepEqual(key, OTHER)
  // A key of another length has its 01 elsewhere.
  t.deepEqual(unpadOaep(padded, Buffer.alloc(16, 9), oaep), Buffer.alloc(16, 9))
  t.deepEqual(unpadOaep(padOaep(KEY.subarray(16), 256, oaep), OTHER, oaep), OTHER)
})

test('RFC 8017 §7.2.2 step 3: likewise for PKCS #1 v1.5', (t) => {
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING }
  const padded = raw(publicEncrypt(key, KEY))
  t.deepEqual(unpadPkcs1(padded, OTHER), KEY)
  const zero = 256 - 32 - 1
  for (const [at, octet] of [
    [0, 1],
    [1, 1],
    [1, 0],
    [2, 0],
    [100, 0],
    [zero - 1, 0],
    [zero, 1],
  ] as const) {
    const wrong = Buffer.from(padded)
    wrong[at] = octet
    t.deepEqual(unpadPkcs1(wrong, OTHER), OTHER, `octet ${at}`)
  }
})

test('a mask for another hash than the label’s is no accident: seeds are random', (t) => {
  const oaep = { digest: 'sha256', mask: 'sha1', label: randomBytes(8) } as const
  const made = new Set(
    Array.from({ length: 8 }, () =>
      createHash('sha256')
        .update(padOaep(KEY, 256, oaep))
        .digest('hex'),
    ),
  )
  t.is(made.size, 8)
})
