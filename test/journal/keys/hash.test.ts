/** The keyed hash of a business key: white space does not matter, name and secret do, portions do not. */
import { createHmac } from 'node:crypto'
import test from 'ava'
import { hashOfKey, KeyHash, keyText } from '../../../src/store/journal/keys/hash.js'
import { Random } from '../../support/random.js'

const SECRET = Buffer.alloc(32, 7)

test('a value is kept and looked for with each run of white space as one space, and none at its ends', (t) => {
  t.is(keyText('  24DE\r\n\t123  '), '24DE 123')
  t.is(keyText('24DE'), '24DE')
  t.is(keyText(' \n '), '')
  t.is(keyText(''), '')
  // No white space of XML.
  t.is(keyText('\u00a024\u00a0'), '\u00a024\u00a0')
})

test('RFC 2104: the hash is an HMAC of name and value', (t) => {
  const hmac = createHmac('sha256', SECRET).update('mrn\x0024DE 123').digest()
  t.is(hashOfKey(SECRET, 'mrn', ' 24DE   123\n'), hmac.subarray(0, 16).toString('base64url'))
})

test('another secret, another name or another value has another hash', (t) => {
  const hash = hashOfKey(SECRET, 'mrn', '24DE')
  t.not(hash, hashOfKey(Buffer.alloc(32, 8), 'mrn', '24DE'))
  t.not(hash, hashOfKey(SECRET, 'order', '24DE'))
  t.not(hash, hashOfKey(SECRET, 'mrn', '24DF'))
  t.not(hashOfKey(SECRET, 'a', 'bc'), hashOfKey(SECRET, 'ab', 'c'))
})

test('a value that is hashed in portions has the hash of the whole', (t) => {
  const random = new Random(20)
  for (let run = 0; run < 500; run += 1) {
    const characters = Array.from({ length: random.below(40) }, () => random.pick([...' \n\tabé']))
    const hash = new KeyHash(SECRET, 'mrn')
    for (let at = 0; at < characters.length; ) {
      const end = at + random.below(5)
      hash.add(characters.slice(at, end).join(''))
      at = end
    }
    const value = characters.join('')
    t.is(hash.digest(), hashOfKey(SECRET, 'mrn', value), JSON.stringify(value))
  }
})
