/** Keys are agreed and wrapped as published vectors say. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { agree, readPoint, writePoint } from '../../../src/security/encryption/agreement.js'
import { wrapFor } from '../../../src/security/encryption/algorithms.js'
import { unwrapKey, wrapKey } from '../../../src/security/encryption/key-wrap.js'
import { SecurityFailure } from '../../../src/security/failure.js'
import { flipped } from '../../support/security/crafted.js'

/** RFC 7518 Appendix C: the two keys of its example of ECDH-ES with Concat KDF. */
const ALICE = {
  kty: 'EC',
  crv: 'P-256',
  x: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0',
  y: 'SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps',
}
const BOB = {
  kty: 'EC',
  crv: 'P-256',
  x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
  y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
  d: 'VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw',
}

test('RFC 7518 Appendix C: ECDH-ES with Concat KDF gives the published key', (t) => {
  const number = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
  const counted = (text: string) => Buffer.concat([number(text.length), Buffer.from(text)])
  const otherInfo = Buffer.concat([
    counted('A128GCM'),
    counted('Alice'),
    counted('Bob'),
    number(128),
  ])
  const key = agree(
    createPrivateKey({ key: BOB, format: 'jwk' }),
    createPublicKey({ key: ALICE, format: 'jwk' }),
    { digest: 'sha256', otherInfo },
    16,
  )
  t.is(key.toString('base64url'), 'VqqN6vgjbSBcIijNcacQGg')
})

const KEK = '000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F'
const DATA = '00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F'

/** RFC 3394 §4: octets of both keys, and what comes out. */
const WRAPPED = [
  [16, 16, '1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5'],
  [24, 16, '96778B25AE6CA435F92B5B97C050AED2468AB8A17AD84E5D'],
  [32, 16, '64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7'],
  [32, 32, '28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21'],
] as const

for (const [wrapping, length, expected] of WRAPPED) {
  test(`RFC 3394 §4: ${length * 8} bits under ${wrapping * 8} bits`, (t) => {
    const key = Buffer.from(KEK, 'hex').subarray(0, wrapping)
    const data = Buffer.from(DATA, 'hex').subarray(0, length)
    const wrapped = wrapKey(wrapFor(wrapping), key, data)
    t.is(wrapped.toString('hex').toUpperCase(), expected)
    t.deepEqual(unwrapKey(wrapFor(wrapping), key, wrapped), data)
    for (let bit = 0; bit < wrapped.length * 8; bit += 1) {
      t.is(unwrapKey(wrapFor(wrapping), key, flipped(wrapped, bit)), undefined)
    }
  })
}

test('XML Signature 1.1 §4.5.2.3.1: a public key is an uncompressed point on a named curve', (t) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const uri = 'urn:oid:1.2.840.10045.3.1.7'
  const point = writePoint(publicKey)
  t.true(readPoint(uri, point).equals(publicKey))
  const off = flipped(point, 8 * 64)
  const hybrid = Buffer.concat([Buffer.of(6 + ((point.at(-1) ?? 0) & 1)), point.subarray(1)])
  const compressed = Buffer.concat([Buffer.of(2), point.subarray(1, 33)])
  const wrong: readonly (readonly [string, Buffer])[] = [
    [uri, off],
    [uri, compressed],
    [uri, hybrid],
    [uri, point.subarray(1)],
    [uri, Buffer.alloc(65)],
    [uri, Buffer.concat([Buffer.of(4), Buffer.alloc(64)])],
    [uri, Buffer.alloc(0)],
    ['urn:oid:1.3.132.0.34', point],
    ['urn:oid:1.3.132.0.10', point],
  ]
  for (const [curve, octets] of wrong) {
    t.throws(() => readPoint(curve, octets), { instanceOf: SecurityFailure })
  }
})
