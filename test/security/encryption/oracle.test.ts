/** Nothing can be learnt from how a ciphertext is refused: one failure, after the same work. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { decrypting } from '../../../src/security/encryption/encryption.js'
import { SecurityFailure } from '../../../src/security/failure.js'
import { certificates } from '../../support/security/certificates.js'
import { workOf } from '../../support/security/counted.js'
import {
  type Craft,
  crafted,
  flipped,
  RSA_1_5,
  RSA_OAEP_SHA_1,
} from '../../support/security/crafted.js'
import { decryptionOf, encrypted, ownKey } from '../../support/security/encrypted.js'

const { rsa, rsa3072, ec } = certificates()
const KEYS = [ownKey(rsa), ownKey(ec)]
const LONG = `<x>${'a'.repeat(100_000)}</x>`
const STATED = { code: 'FailedCheck', message: 'what is encrypted cannot be decrypted' }

function work(text: string, allowed: readonly string[] = []) {
  return workOf(() => decrypting(decryptionOf(text, KEYS, allowed)))
}

function refused(t: ExecutionContext, text: string, allowed: readonly string[] = []) {
  const { failure, privateOperations, decipherings, portions } = work(text, allowed)
  if (!(failure instanceof SecurityFailure)) throw failure ?? new Error('it was decrypted')
  t.like(failure, STATED)
  t.is(failure.cause, undefined)
  return { privateOperations, decipherings, portions }
}

const random = (length: number) => () => randomBytes(length)
const flip = (bit: number) => (octets: Buffer) => flipped(octets, bit)

/** A way to be wrong for each step: padding, length of the key, key, tag. */
const WRONG: Readonly<Record<string, Partial<Craft>>> = {
  'another key than the one that is locked': { data: random(100_035) },
  'a tag with another bit': { data: (octets) => flipped(octets, octets.length * 8 - 1) },
  'a ciphertext with another bit': { data: flip(20 * 8) },
  'an IV with another bit': { data: flip(0) },
  'a padding that is none': { key: random(256) },
  'a padding with another bit': { key: flip(1024) },
  'a number beyond the modulus': { key: () => Buffer.alloc(256, 0xff) },
  'the number 0': { key: () => Buffer.alloc(256) },
  'a key that is too short': { secret: randomBytes(16) },
  'a key that is too long': { secret: randomBytes(48) },
  'a key without octets': { secret: Buffer.alloc(0) },
}

for (const [name, wrong] of Object.entries(WRONG)) {
  test(`XML Encryption 1.1 §6.7 and §6.8: ${name}: the same failure, after the same work`, (t) => {
    const right = work(crafted(rsa, { plaintext: LONG, data: flip(8 * 20) }))
    t.deepEqual(refused(t, crafted(rsa, { ...wrong, plaintext: LONG })), {
      privateOperations: 1,
      decipherings: 1,
      portions: right.portions,
    })
  })

  test(`likewise with RSA 1.5 where it is allowed: ${name}`, (t) => {
    const crafting = { plaintext: LONG, transport: RSA_1_5 }
    const { portions } = work(crafted(rsa, { ...crafting, data: flip(8 * 20) }), ['rsa-1_5'])
    t.deepEqual(refused(t, crafted(rsa, { ...wrong, ...crafting }), ['rsa-1_5']), {
      privateOperations: 1,
      decipherings: 1,
      portions,
    })
  })
}

test('a key that is agreed, and wraps another one: likewise', (t) => {
  const source = encrypted(ec.certificate)
  const at = source.indexOf('<xenc:CipherValue>') + '<xenc:CipherValue>'.length
  const changed = (digit: string) => `${source.slice(0, at)}${digit}${source.slice(at + 1)}`
  const works = ['A', 'B', 'z', '/']
    .filter((digit) => digit !== source[at])
    .map((digit) => refused(t, changed(digit)))
  for (const one of works) t.deepEqual(one, { ...one, privateOperations: 1, decipherings: 2 })
})

test('one bit altered anywhere in data or key: refused, and in the same words', (t) => {
  const plaintext = '<x>short</x>'
  const length = 12 + plaintext.length + 16
  const dataBits = Array.from({ length: length * 8 }, (_, bit) => bit)
  for (const bit of dataBits) refused(t, crafted(rsa, { plaintext, data: flip(bit) }))
  // An RSA operation for each: every seventh bit is one of each place in an octet.
  for (let bit = 0; bit < 256 * 8; bit += 7) refused(t, crafted(rsa, { plaintext, key: flip(bit) }))
})

test('one bit altered anywhere under an agreed key: refused, and in the same words', (t) => {
  const source = encrypted(ec.certificate, { cipher: 'aes128-gcm' })
  for (const [, value = ''] of source.matchAll(/<xenc:CipherValue>([^<]*)</g)) {
    const octets = Buffer.from(value, 'base64')
    for (let bit = 0; bit < octets.length * 8; bit += 3) {
      refused(t, source.replace(value, flipped(octets, bit).toString('base64')))
    }
  }
  const [, point = ''] = /PublicKey>([^<]*)</.exec(source) ?? []
  const octets = Buffer.from(point, 'base64')
  for (let bit = 0; bit < octets.length * 8; bit += 1) {
    const { failure } = work(source.replace(point, flipped(octets, bit).toString('base64')))
    t.like(failure, STATED)
  }
})

test('octets cut off, or added: refused in the same words, without a private key where it can be seen', (t) => {
  const cut = (count: number) => (octets: Buffer) => octets.subarray(0, octets.length - count)
  const add = (octets: Buffer) => Buffer.concat([octets, Buffer.alloc(1)])
  for (const change of [cut(1), add]) {
    t.is(refused(t, crafted(rsa, { data: change })).privateOperations, 1)
    t.is(refused(t, crafted(rsa, { key: change })).privateOperations, 0)
  }
  for (const length of [0, 1, 27]) {
    t.is(refused(t, crafted(rsa, { data: random(length) })).privateOperations, 0)
  }
})

test('what is not base64 is refused before any private key is used', (t) => {
  const bad = ['!', 'AA', '=AAA', 'AA=A', 'AAA=AAAA', 'AAB=', '\u00e9AAA', '<!-- -->A']
  for (const value of bad) {
    for (const which of [0, 1]) {
      const text = crafted(rsa, {
        text: (whole) => {
          const [key = '', data = ''] = [...whole.matchAll(/<xenc:CipherValue>([^<]*)</g)].map(
            ([, found]) => found,
          )
          return whole.replace(which === 0 ? key : data, value)
        },
      })
      t.is(refused(t, text).privateOperations, 0)
    }
  }
})

test('CBC where it is allowed: a wrong padding, no UTF-8 and no XML are one failure', (t) => {
  const allowed = ['aes-cbc']
  const cbc = { cipher: 'aes-256-cbc', plaintext: '<x>0123456789</x>' } as const
  t.is(work(crafted(rsa, cbc), allowed).failure, undefined)
  const last = (octets: Buffer) => flipped(octets, (octets.length - 17) * 8 + 6)
  const wrong: readonly Partial<Craft>[] = [
    { ...cbc, data: last },
    { ...cbc, data: (octets) => octets.subarray(0, -1) },
    { ...cbc, data: flip(0) },
    { ...cbc, plaintext: '<x>' },
    { ...cbc, plaintext: Buffer.of(0xff) },
    { ...cbc, key: random(256) },
  ]
  for (const one of wrong) {
    const { privateOperations, decipherings } = refused(t, crafted(rsa, one), allowed)
    t.deepEqual({ privateOperations, decipherings }, { privateOperations: 1, decipherings: 1 })
  }
})

/** Each with what names it in the log. */
const WEAK: readonly (readonly [string, Partial<Craft>, string])[] = [
  ['aes-cbc', { cipher: 'aes-128-cbc' }, '"http://www.w3.org/2001/04/xmlenc#aes128-cbc"'],
  ['rsa-1_5', { transport: RSA_1_5 }, '"http://www.w3.org/2001/04/xmlenc#rsa-1_5"'],
  [
    'rsa-oaep-sha1',
    { transport: RSA_OAEP_SHA_1 },
    '"http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p with http://www.w3.org/2000/09/xmldsig#sha1"',
  ],
]

for (const [weak, crafting, name] of WEAK) {
  test(`${weak} is refused by its name before any private key is used, unless it is allowed`, (t) => {
    const { failure, privateOperations } = work(crafted(rsa, crafting))
    t.like(failure, {
      code: 'UnsupportedAlgorithm',
      message: `${name} is not accepted for encryption`,
    })
    t.is(privateOperations, 0)
    t.is(work(crafted(rsa, crafting), [weak]).failure, undefined)
  })
}

test('a key that is not named ours is never tried', (t) => {
  const { failure, privateOperations } = work(crafted(rsa3072))
  t.like(failure, { code: 'SecurityTokenUnavailable' })
  t.is(privateOperations, 0)
})
