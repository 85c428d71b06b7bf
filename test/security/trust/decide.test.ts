/** Whose signatures a certificate makes: pinned ones, chains to authorities, and everything that breaks a chain. */
import { X509Certificate } from 'node:crypto'
import test from 'ava'
import * as der from '../../../src/security/der/write.js'
import { extension } from '../../../src/security/issue/extensions.js'
import {
  certificates,
  createKey,
  type Issued,
  issue,
  type Wanted,
} from '../../support/security/certificates.js'
import { decided, filesOf, NOW, outcome, trustBy } from '../../support/security/trust.js'

const NAME = 'O=Example, C=NL'
const made = certificates()
const root = issue({ subject: `CN=root, ${NAME}`, ca: true })
const by = (issuer: Issued, cn: string, wanted: Partial<Wanted> = {}) =>
  issue({ subject: `CN=${cn}, ${NAME}`, ...wanted }, issuer)

test('a certificate of each type of key is its peer’s by the authority', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(made.authority) } } } })
  for (const one of [made.rsa, made.rsa3072, made.ec, made.ec384, made.ed25519]) {
    const decision = trust.decide(one.certificate, [], NOW)
    t.is(outcome(decision), 'bank')
    t.deepEqual(
      decision.trusted && decision.chain.map(({ fingerprint256 }) => fingerprint256),
      [one, made.authority].map(({ certificate }) => certificate.fingerprint256),
    )
  }
})

test('RFC 5280 §6.1: a chain leads over certificates that came along, in any order', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(made.authority) } } } })
  const { byIntermediate, intermediate, otherAuthority, ec } = made
  t.is(decided(trust, byIntermediate, ec, otherAuthority, intermediate), 'bank')
  t.is(
    decided(trust, byIntermediate),
    'no known authority has issued the certificate of CN=byIntermediate,O=Example,C=NL',
  )
})

test('an authority that came along is trusted for nothing', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(made.authority) } } } })
  const { sameSubject, otherAuthority, selfSigned } = made
  t.regex(decided(trust, sameSubject, otherAuthority), /^no known authority has issued/)
  t.regex(decided(trust, selfSigned, selfSigned), /^no known authority has issued/)
})

test('RFC 5280 §6.1.3 (a) (1): the name of an issuer is nothing without its signature', (t) => {
  const real = issue({ subject: `CN=root, ${NAME}`, ca: true, bare: true })
  const forged = issue({ subject: `CN=root, ${NAME}`, ca: true, bare: true })
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  // Without key identifiers nothing but the signature tells them apart.
  for (const issuer of [real, forged]) {
    const why = decided(trust, by(issuer, 'a', { bare: true }))
    t.is(why, `the certificate of CN=a,O=Example,C=NL is not signed by the key of its issuer`)
  }
})

test('RFC 5280 §6.1.3 (a) (2): every certificate of the chain must be valid at the time', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  const span = { from: new Date('2030-01-01T00:00:00Z'), until: new Date('2030-12-31T23:59:59Z') }
  const middle = by(root, 'middle', { ca: true, ...span })
  const at = (one: Issued, others: readonly Issued[], time: string) =>
    outcome(
      trust.decide(
        one.certificate,
        others.map((x) => x.certificate),
        Date.parse(time),
      ),
    )
  const leaf = by(root, 'leaf', span)
  t.is(at(leaf, [], '2030-01-01T00:00:00Z'), 'bank')
  t.is(at(leaf, [], '2030-12-31T23:59:59.999Z'), 'bank')
  t.regex(at(leaf, [], '2029-12-31T23:59:59.999Z'), /CN=leaf.* not valid before 2030-01-01T/)
  t.regex(at(leaf, [], '2031-01-01T00:00:00Z'), /CN=leaf.* not valid after 2030-12-31T23:59:59Z/)
  const below = by(middle, 'below')
  t.is(at(below, [middle], '2030-06-01T00:00:00Z'), 'bank')
  t.regex(at(below, [middle], '2031-06-01T00:00:00Z'), /CN=middle.* is not valid after/)
  t.is(at(below, [middle], '2030-06-01T00:00:00Z'), 'bank', 'what was decided is decided by time')
})

test('an authority of the configuration has to be valid, too', (t) => {
  const old = issue({
    subject: `CN=old, ${NAME}`,
    ca: true,
    until: new Date('2025-01-01T00:00:00Z'),
  })
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(old) } } } })
  t.regex(decided(trust, by(old, 'leaf')), /of its issuer CN=old.* is not valid after 2025/)
})

test('RFC 5280 §6.1.4 (k) (n): who issues must be an authority, and may sign certificates', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  const why = (wanted: Partial<Wanted>) => {
    const middle = by(root, 'middle', wanted)
    return decided(trust, by(middle, 'leaf'), middle)
  }
  t.is(why({ ca: true }), 'bank')
  t.is(why({ ca: true, usages: 'none' }), 'bank')
  t.regex(why({}), /CN=middle.* is no authority/)
  t.regex(why({ usages: ['keyCertSign'] }), /CN=middle.* is no authority/)
  t.regex(why({ bare: true, usages: 'none' }), /CN=middle.* is no authority/)
  t.regex(why({ ca: true, usages: ['digitalSignature', 'cRLSign'] }), /may sign no certificates/)
})

test('RFC 5280 §4.2.1.9: pathLenConstraint bounds the authorities below', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  const zero = by(root, 'zero', { ca: true, pathLength: 0 })
  t.is(decided(trust, by(zero, 'leaf'), zero), 'bank')
  const below = by(zero, 'below', { ca: true })
  t.regex(
    decided(trust, by(below, 'leaf'), below, zero),
    /CN=zero.* may have 0 authorities below it, and has 1$/,
  )
  // A certificate by which an authority changes its key is not counted.
  const renewed = by(zero, 'zero', { ca: true })
  t.is(decided(trust, by(renewed, 'leaf'), renewed, zero), 'bank')
})

test('a chain has at most five certificates', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  const one = by(root, 'one', { ca: true })
  const two = by(one, 'two', { ca: true })
  const three = by(two, 'three', { ca: true })
  t.is(decided(trust, by(three, 'leaf'), one, two, three), 'bank')
  const four = by(three, 'four', { ca: true })
  t.regex(decided(trust, by(four, 'leaf'), one, two, three, four), /more than 5 certificates/)
})

test('the work on certificates that came along is bounded, whatever they are', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  // Each of them has signed each other, and the way ends nowhere.
  const key = createKey()
  const crowd = Array.from({ length: 8 }, () =>
    issue({ subject: `CN=crowd, ${NAME}`, ca: true, key }),
  )
  const leaf = by(crowd[0] ?? root, 'leaf')
  let verified = 0
  for (const { certificate } of [leaf, ...crowd]) {
    const verify = certificate.verify.bind(certificate)
    certificate.verify = (key) => {
      verified += 1
      return verify(key)
    }
  }
  t.regex(decided(trust, leaf, ...crowd), /more than 5 certificates/)
  t.true(verified > 0 && verified <= 20, `${verified} signatures`)
})

test('RFC 5280 §4.2.1.3: a key that may not sign messages has signed none', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  const why = (usages: Wanted['usages']) =>
    decided(trust, by(root, 'leaf', { usages: usages ?? 'none' }))
  t.is(why(['digitalSignature']), 'bank')
  t.is(why(['nonRepudiation']), 'bank')
  t.is(why('none'), 'bank')
  t.regex(why(['keyEncipherment', 'keyAgreement']), /may not sign messages by its keyUsage/)
  t.regex(why(['keyCertSign']), /may not sign messages by its keyUsage/)
})

test('RFC 5280 §4.2: a critical extension that is not understood is a refusal', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  const own = (critical: boolean, id = '1.2.3.4') =>
    extension(id, critical, der.sequence(der.utf8('x')))
  t.is(decided(trust, by(root, 'leaf', { extensions: [own(false)] })), 'bank')
  t.regex(
    decided(trust, by(root, 'leaf', { extensions: [own(true)] })),
    /has the extension 1\.2\.3\.4, which is not understood/,
  )
  // What an authority may only name some by is no less a restriction if it is not critical.
  const narrow = by(root, 'narrow', { ca: true, extensions: [own(false, '2.5.29.30')] })
  t.regex(decided(trust, by(narrow, 'leaf'), narrow), /CN=narrow.* extension 2\.5\.29\.30/)
})

test('weak keys and weak signatures are refused, wherever in the chain they are', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(root) } } } })
  const weak = by(root, 'weak', { type: 'rsa-1024' })
  t.regex(decided(trust, weak), /CN=weak.* RSA of 1024 bits; 2048 are the least/)
  const middle = by(root, 'middle', { type: 'rsa-1024', ca: true })
  t.regex(decided(trust, by(middle, 'leaf'), middle), /CN=middle.* RSA of 1024 bits/)
  t.regex(decided(trust, by(root, 'leaf', { hash: 'sha1' })), /an algorithm that is not taken/)
  const old = by(root, 'old', { ca: true, hash: 'sha1' })
  t.regex(decided(trust, by(old, 'leaf'), old), /CN=old.* an algorithm that is not taken/)
  t.is(decided(trust, by(root, 'leaf', { hash: 'sha384' })), 'bank')
})

test('what an authority signs its own certificate with is nobody’s concern', (t) => {
  const old = issue({ subject: `CN=old, ${NAME}`, ca: true, hash: 'sha1' })
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(old) } } } })
  t.is(decided(trust, by(old, 'leaf')), 'bank')
})

test('a pinned certificate is its peer’s byte for byte, whoever has issued it', (t) => {
  const files = filesOf(t)
  const trust = trustBy({
    peers: { shop: { signs: { certificates: [files.pem(made.selfSigned), files.pem(made.rsa)] } } },
  })
  t.is(decided(trust, made.selfSigned), 'shop')
  t.is(decided(trust, made.rsa), 'shop')
  t.regex(decided(trust, made.sameSubject), /^no peer signs with the certificate of CN=rsa/)
  const again = issue({ subject: `CN=selfSigned, ${NAME}`, key: made.selfSigned.key })
  t.regex(decided(trust, again), /^no peer signs with/, 'the same key in another certificate')
})

test('a pinned certificate counts no longer than it says', (t) => {
  const trust = trustBy({
    peers: { shop: { signs: { certificates: [filesOf(t).pem(made.expired)] } } },
  })
  t.regex(decided(trust, made.expired), /CN=expired.* is not valid after 2020/)
  const then = Date.parse('2020-06-01T00:00:00Z')
  t.is(outcome(trust.decide(made.expired.certificate, [], then)), 'shop')
})

test('issuers in the file of a pinned certificate are not pinned', (t) => {
  const signs = { certificates: [filesOf(t).pem(made.byIntermediate, made.intermediate)] }
  const trust = trustBy({ peers: { shop: { signs } } })
  t.is(decided(trust, made.byIntermediate), 'shop')
  t.regex(decided(trust, made.intermediate), /keyUsage/)
  const open = by(root, 'open', { ca: true, usages: 'none' })
  const leaf = by(open, 'leaf')
  const other = trustBy({
    peers: { shop: { signs: { certificates: [filesOf(t).pem(leaf, open)] } } },
  })
  t.is(decided(other, leaf), 'shop')
  t.regex(decided(other, open), /^no peer signs with/)
})

test('two peers by one authority are told apart by subject and alternative name', (t) => {
  const ca = filesOf(t).pem(root)
  const trust = trustBy({
    peers: {
      bank: { signs: { ca, subjects: ['C=NL, O=Example, cn=BANK'] } },
      shop: { signs: { ca, subjects: ['DNS:shop.example', 'URI:urn:shop', 'IP:2001:db8:0::1'] } },
    },
  })
  t.is(decided(trust, by(root, 'bank')), 'bank')
  t.is(decided(trust, by(root, 'x', { names: ['DNS:Shop.Example'] })), 'shop')
  t.is(decided(trust, by(root, 'x', { names: ['email:a@b.example', 'URI:urn:shop'] })), 'shop')
  t.is(decided(trust, by(root, 'x', { names: ['IP:2001:db8::1'] })), 'shop')
  for (const [cn, names] of [
    ['bank2', undefined],
    ['bank,O=Example,C=NL', undefined],
    ['shop.example', undefined],
    ['x', ['DNS:www.shop.example']],
    ['x', ['DNS:shop.example.evil.example']],
    ['x', ['URI:urn:SHOP']],
    ['x', ['email:urn:shop']],
  ] as const) {
    const escaped = cn.replaceAll(',', '\\,')
    const one = by(root, escaped, names ? { names } : {})
    t.regex(decided(trust, one), /^no peer signs with/, `${cn} ${names}`)
  }
})

test('a certificate that is several peers’ by their authorities is nobody’s', (t) => {
  const ca = filesOf(t).pem(root)
  const trust = trustBy({ peers: { bank: { signs: { ca } }, shop: { signs: { ca } } } })
  t.regex(decided(trust, by(root, 'x')), /is that of several peers: bank, shop$/)
  const leaf = by(root, 'leaf')
  const certificates = [filesOf(t).pem(leaf)]
  const pinned = trustBy({ peers: { bank: { signs: { ca } }, shop: { signs: { certificates } } } })
  t.is(decided(pinned, leaf), 'shop', 'its own certificate is the more exact word')
})

test('what is decided anew is decided as before', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(made.authority) } } } })
  for (let times = 0; times < 3; times += 1) {
    t.is(decided(trust, made.rsa), 'bank')
    t.regex(decided(trust, made.sameSubject), /^no known authority/)
    // Without the one that links, there is no chain, whatever was decided with it.
    t.is(decided(trust, made.byIntermediate, made.intermediate), 'bank')
    t.regex(decided(trust, made.byIntermediate), /^no known authority/)
  }
})

test('one octet of a certificate altered is another certificate', (t) => {
  const trust = trustBy({ peers: { bank: { signs: { ca: filesOf(t).pem(made.authority) } } } })
  const { raw } = made.ec.certificate
  let looked = 0
  for (let at = 0; at < raw.length; at += 7) {
    const altered = Buffer.from(raw)
    altered[at] = (altered[at] ?? 0) ^ 0x01
    let certificate: X509Certificate
    try {
      certificate = new X509Certificate(altered)
    } catch {
      continue
    }
    looked += 1
    t.false(trust.decide(certificate, [], NOW).trusted, `octet ${at}`)
  }
  t.true(looked > 20)
})
