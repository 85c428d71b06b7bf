/** Configured certificates are found by how messages refer to them, shared keys and passwords by their names. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { certificates, issue } from '../../support/security/certificates.js'
import { filesOf, trustBy } from '../../support/security/trust.js'

const made = certificates()
const serialOf = (hex: string) => BigInt(`0x${hex}`)

test('by issuer and serial number, as .NET, Java and xmlsec1 write the issuer', (t) => {
  const { rsa, ec } = made
  const files = filesOf(t)
  const trust = trustBy({
    peers: { bank: { signs: { certificates: [files.pem(rsa), files.pem(ec)] } } },
  })
  const serial = serialOf(rsa.certificate.serialNumber)
  for (const issuer of [
    'CN=Example Authority,O=Example,C=NL',
    'CN=Example Authority, O=Example, C=NL',
    'C=NL, O=Example, CN=Example Authority',
    'CN="Example Authority", OID.2.5.4.10=Example, C=NL',
    'cn=example  authority,o=EXAMPLE,2.5.4.6=#13024e4c',
  ]) {
    const found = trust.find({ by: 'issuer-serial', issuer, serial })
    t.is(found?.fingerprint256, rsa.certificate.fingerprint256, issuer)
  }
  for (const [issuer, number] of [
    ['CN=Example Authority,O=Example', serial],
    ['CN=Example Authority,O=Example,C=NL', serial + 1n],
    ['O=Example,CN=Example Authority,C=NL', serial],
    ['CN=Example Authority,O=Example,C=NL,C=NL', serial],
    ['not a name', serial],
  ] as const) {
    t.is(trust.find({ by: 'issuer-serial', issuer, serial: number }), undefined, issuer)
  }
})

test('by key identifier and by thumbprint', (t) => {
  const trust = trustBy({
    peers: { bank: { signs: { certificates: [filesOf(t).pem(made.rsa)] } } },
  })
  const { raw, publicKey, fingerprint256 } = made.rsa.certificate
  const sha1 = createHash('sha1').update(raw).digest()
  t.is(trust.find({ by: 'thumbprint', sha1 })?.fingerprint256, fingerprint256)
  const bits = publicKey.export({ type: 'pkcs1', format: 'der' })
  const id = createHash('sha1').update(bits).digest()
  t.is(trust.find({ by: 'key-identifier', id })?.fingerprint256, fingerprint256)
  t.is(trust.find({ by: 'key-identifier', id: id.subarray(1) }), undefined)
  t.is(trust.find({ by: 'thumbprint', sha1: Buffer.alloc(20) }), undefined)
  t.is(trust.find({ by: 'thumbprint', sha1: Buffer.alloc(0) }), undefined)
})

test('what may be one of two certificates is none of them', (t) => {
  const files = filesOf(t)
  const again = issue({ subject: 'CN=again', key: made.ec.key })
  const signs = { certificates: [files.pem(made.ec), files.pem(again)] }
  const trust = trustBy({ peers: { bank: { signs } } })
  const id = createHash('sha1').update(pointOf(again)).digest()
  t.is(trust.find({ by: 'key-identifier', id }), undefined)
  const other = trustBy({ peers: { bank: { signs: { certificates: [files.pem(again)] } } } })
  t.is(other.find({ by: 'key-identifier', id })?.subject, 'CN=again')
})

/** The octets of the public key: after the head of P-256. */
const pointOf = ({ certificate }: typeof made.ec) =>
  certificate.publicKey.export({ type: 'spki', format: 'der' }).subarray(26)

test('the same certificate as the signer’s and as that to encrypt to is one', (t) => {
  const file = filesOf(t).pem(made.rsa)
  const peers = { bank: { signs: { certificates: [file] }, encryptTo: file } }
  const trust = trustBy({ peers })
  const sha1 = createHash('sha1').update(made.rsa.certificate.raw).digest()
  t.not(trust.find({ by: 'thumbprint', sha1 }), undefined)
})

test('what is encrypted to a peer is encrypted to encryptTo, else to its first certificate', (t) => {
  const files = filesOf(t)
  const signs = { certificates: [files.pem(made.rsa), files.pem(made.ec)] }
  const trust = trustBy({
    peers: {
      bank: { signs, encryptTo: files.pem(made.rsa3072) },
      shop: { signs: { certificates: [files.pem(made.ec384), files.pem(made.ed25519)] } },
      other: { signs: { ca: files.pem(made.authority) } },
    },
  })
  t.is(trust.encryptTo('bank')?.fingerprint256, made.rsa3072.certificate.fingerprint256)
  t.is(trust.encryptTo('shop')?.fingerprint256, made.ec384.certificate.fingerprint256)
  t.is(trust.encryptTo('other'), undefined)
  t.is(trust.encryptTo('nobody'), undefined)
})

const SECRET = Buffer.alloc(32, 7).toString('base64')
const OTHER = Buffer.alloc(32, 8).toString('base64')

test('a shared key is named by the peer or its user; the only one has any name', (t) => {
  const one = trustBy({ peers: { bank: { sharedKey: SECRET }, shop: {} } })
  for (const name of [undefined, 'bank', 'what the bank calls it']) {
    t.is(one.sharedKey(name)?.peer, 'bank', name)
    t.deepEqual(one.sharedKey(name)?.key.export(), Buffer.alloc(32, 7))
  }
  const two = trustBy({
    peers: { bank: { sharedKey: SECRET, user: 'ours' }, shop: { sharedKey: OTHER } },
  })
  t.is(two.sharedKey('ours')?.peer, 'bank')
  t.is(two.sharedKey('bank')?.name, 'ours')
  t.is(two.sharedKey('shop')?.peer, 'shop')
  t.is(two.sharedKey(undefined), undefined)
  t.is(two.sharedKey('nobody'), undefined)
  t.is(trustBy({ peers: { shop: {} } }).sharedKey('shop'), undefined)
})

test('passwords: by user, in the clear and for digests', async (t) => {
  const hash = createHash('sha256').update('secret').digest('hex')
  const trust = trustBy({
    peers: {
      bank: { user: 'b', password: `sha256:${hash}` },
      shop: { digestPassword: 'plain', password: `sha256:${hash}` },
    },
  })
  t.is(await trust.checkPassword('b', 'secret'), 'bank')
  t.is(await trust.checkPassword('shop', 'secret'), 'shop')
  t.is(await trust.checkPassword('bank', 'secret'), undefined)
  t.is(await trust.checkPassword('b', 'secret '), undefined)
  t.is(await trust.checkPassword('__proto__', 'secret'), undefined)
  t.deepEqual(trust.digestPassword('shop'), { peer: 'shop', password: 'plain' })
  t.is(trust.digestPassword('b'), undefined)
  t.is(trust.digestPassword('nobody'), undefined)
})

test('weak algorithms are allowed to those who are allowed them', (t) => {
  const trust = trustBy({ peers: { bank: { allow: ['rsa-sha1'] }, shop: {} } })
  t.true(trust.allows('rsa-sha1', 'bank'))
  t.true(trust.allows('rsa-sha1', undefined))
  t.false(trust.allows('rsa-sha1', 'shop'))
  t.false(trust.allows('rsa-sha1', 'nobody'))
  t.false(trust.allows('sha1', 'bank'))
  t.false(trust.allows('sha1', undefined))
})
