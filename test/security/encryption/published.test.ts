/** Published vectors of XML Encryption (Baltimore's, 2002), as far as they are of algorithms that this node knows. */
import { execFileSync } from 'node:child_process'
import { createDecipheriv, createPrivateKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readBase64 } from '../../../src/security/encryption/base64.js'
import { decrypting } from '../../../src/security/encryption/encryption.js'
import { readLockedKey } from '../../../src/security/encryption/locked-key.js'
import { unlock } from '../../../src/security/encryption/unlock.js'
import type { OwnKey } from '../../../src/security/keys.js'
import { DS, XENC } from '../../../src/security/names.js'
import { DEFAULT_XML_LIMITS } from '../../../src/xml/limits.js'
import { readDocument } from '../../../src/xml/read.js'
import { splice } from '../../../src/xml/splice.js'
import { elementText } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { folderOf } from '../../support/folder.js'
import { certificates } from '../../support/security/certificates.js'
import { first } from '../../support/security/encrypted.js'
import { conformanceFolder } from '../../support/shared.js'

/*
 * Left out, for they are of triple DES, of Diffie-Hellman in a prime field or of keys that both sides
 * have before: decryption-transform*, encrypt-*-tripledes-*, -dh-*, -kw-* and -ref, encsig-*, and those
 * in which the data have no Type or which CipherReference and RetrievalMethod lead elsewhere.
 */
const FOLDER = 'ie/baltimore/merlin-examples/merlin-xmlenc-five'

interface Vectors {
  readonly key: KeyObject
  readonly read: (name: string) => string
}

function vectors(t: ExecutionContext): Vectors | undefined {
  const shared = conformanceFolder()
  const archive = shared && join(shared, 'xmldsig.tar.xz')
  if (archive === undefined || !existsSync(archive)) {
    t.log('There are no published vectors beside this checkout: they were not decrypted.')
    return undefined
  }
  const folder = folderOf(t, {})
  execFileSync('tar', ['-xJf', archive, '-C', folder])
  const file = (name: string) => join(folder, FOLDER, name)
  const key = createPrivateKey({ key: readFileSync(file('rsa.p8')), format: 'der', type: 'pkcs8' })
  return { key, read: (name) => readFileSync(file(name), 'utf8') }
}

/** Its certificate is one of 1,024 bits by SHA-1: only the key is used. */
function own(key: KeyObject): OwnKey {
  return { key, certificate: certificates().rsa.certificate, chain: [] }
}

test('encrypt-element-aes128-cbc-rsa-1_5: the element, where both are allowed', (t) => {
  const published = vectors(t)
  if (!published) {
    t.pass()
    return
  }
  const source = published.read('encrypt-element-aes128-cbc-rsa-1_5.xml')
  // It names its data by nothing but their place, and stands in no envelope.
  const inside = source.replace(/^<\?.*\?>/, '').replace('<EncryptedData', '<EncryptedData Id="ED"')
  const text = `<Envelope>${inside}</Envelope>`
  const root = readDocument(text)
  const list = readDocument(
    `<ReferenceList xmlns="${XENC}"><DataReference URI="#ED"/></ReferenceList>`,
  )
  const { cuts } = atOnce(
    decrypting({
      root,
      blocks: [{ ...list, start: 0, end: 0 }],
      elementOf: () => first(root, 'EncryptedData'),
      keyOf: () => own(published.key),
      allows: () => true,
      limits: DEFAULT_XML_LIMITS,
    }),
  )
  // Their plaintexts end lines differently.
  const lines = (xml: string) =>
    xml
      .replaceAll('\r\n', '\n')
      .replace(/^<\?.*\?>/, '')
      .trim()
  const plain = splice(text, cuts).replace(/<\/?Envelope>/g, '')
  t.is(lines(plain), lines(published.read('plaintext.xml')))
})

for (const [name, digest] of [
  ['encrypt-data-tripledes-cbc-rsa-oaep-mgf1p-sha256', 'sha256'],
  ['encrypt-data-tripledes-cbc-rsa-oaep-mgf1p', 'sha1'],
] as const) {
  test(`${name}: the key, by OAEP with ${digest}, MGF1 with SHA-1 and a label`, (t) => {
    const published = vectors(t)
    if (!published) {
      t.pass()
      return
    }
    const root = readDocument(published.read(`${name}.xml`))
    const locked = readLockedKey(first(root, 'EncryptedKey'), () => true)
    t.like(locked.lock, { by: 'rsa-oaep', oaep: { digest, mask: 'sha1' } })
    const secret = unlock(locked, own(published.key), 24)
    // The data are under triple DES, which this node does not know.
    const value = first({ ...root, children: root.children.slice(-2) }, 'CipherValue')
    const octets = readBase64(elementText(value))
    const decipher = createDecipheriv('des-ede3-cbc', secret, octets.subarray(0, 8))
    decipher.setAutoPadding(false)
    const padded = Buffer.concat([decipher.update(octets.subarray(8)), decipher.final()])
    const plaintext = padded.subarray(0, padded.length - (padded.at(-1) ?? 0))
    t.is(plaintext.toString(), published.read('plaintext.txt'))
  })
}

test('keys under triple DES, and by RSA 1.5 where it is not allowed, are refused', (t) => {
  const published = vectors(t)
  if (!published) {
    t.pass()
    return
  }
  for (const name of ['encsig-hmac-sha256-kw-tripledes-dh', 'encsig-hmac-sha256-rsa-1_5']) {
    const root = readDocument(published.read(`${name}.xml`))
    t.is(first(root, 'KeyInfo').namespace, DS)
    t.throws(() => readLockedKey(first(root, 'EncryptedKey'), () => false), {
      message: /is not accepted for encryption/,
    })
  }
})
