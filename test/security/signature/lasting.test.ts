/** By which part of a signature value a message is known again. */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import test from 'ava'
import { lastingValue } from '../../../src/security/signature/signature.js'

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
/** Order of P-256 (FIPS 186-5). */
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

test('an ECDSA value that was turned into another one, without the key, is the same', (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const message = Buffer.from('a message')
  const key = { dsaEncoding: 'ieee-p1363' } as const
  const value = sign('sha256', message, { key: privateKey, ...key })
  const s = N - BigInt(`0x${value.subarray(32).toString('hex')}`)
  const turned = Buffer.concat([
    value.subarray(0, 32),
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
  ])
  t.true(verify('sha256', message, { key: publicKey, ...key }, turned))
  t.notDeepEqual(turned, value)
  const [one, other] = [value, turned].map((octets) =>
    lastingValue({ algorithm: `${MORE}ecdsa-sha256`, value: octets.toString('base64') }),
  )
  t.is(one, other)
  const again = sign('sha256', message, { key: privateKey, ...key }).toString('base64')
  t.not(lastingValue({ algorithm: `${MORE}ecdsa-sha256`, value: again }), one)
})

test('of RSA, Ed25519 and a MAC the whole value counts', (t) => {
  const value = Buffer.from('0123456789abcdef').toString('base64')
  for (const name of ['rsa-sha256', 'hmac-sha256', 'unknown']) {
    t.is(lastingValue({ algorithm: `${MORE}${name}`, value }), value)
  }
})
