/** What encrypted parts look like is checked before any private key is used: bounded, by id, and nowhere else. */
import test from 'ava'
import { decrypting } from '../../../src/security/encryption/encryption.js'
import { SecurityFailure } from '../../../src/security/failure.js'
import { DS, WSSE, WSSE11, WSU, XENC, XENC11 } from '../../../src/security/names.js'
import { certificates } from '../../support/security/certificates.js'
import { workOf } from '../../support/security/counted.js'
import { type Craft, crafted } from '../../support/security/crafted.js'
import { decrypted, decryptionOf, encrypted, ownKey } from '../../support/security/encrypted.js'

const { rsa, rsa3072, ec, ec384 } = certificates()
const KEYS = [ownKey(rsa), ownKey(ec)]
const PLAIN = '<s:Body><o:Order xmlns:o="urn:o"/></s:Body>'

function replaced(...pairs: readonly (readonly [string | RegExp, string])[]): Partial<Craft> {
  return {
    text: (text) =>
      pairs.reduce((whole, [found, by]) => {
        const changed = whole.replace(found, by)
        if (changed === whole) throw new Error(`${found} is not there`)
        return changed
      }, text),
  }
}

const OUTSIDE = '<xenc:CipherReference URI="http://127.0.0.1:9/"/>'
const CIPHER_VALUE = /<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/
const DATA_VALUE = /(?<=gcm"\/><xenc:CipherData>)<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/
const KEY_INFO = /<ds:KeyInfo.*?<\/ds:KeyInfo>/
const references = (count: number) =>
  Array.from({ length: count }, (_, index) => `<xenc:DataReference URI="#ED${index}"/>`).join('')
const RETRIEVED = `<ds:KeyInfo xmlns:ds="${DS}"><ds:RetrievalMethod URI="#EK"/></ds:KeyInfo>`

/** What is changed, and the sentence for the log. */
const REFUSED: Readonly<Record<string, readonly [Partial<Craft>, RegExp]>> = {
  'XML Encryption 1.1 §3.3.1: a CipherReference of the data': [
    replaced([DATA_VALUE, OUTSIDE]),
    /CipherData must hold a CipherValue/,
  ],
  'XML Encryption 1.1 §3.3.1: a CipherReference of the key': [
    replaced([CIPHER_VALUE, OUTSIDE]),
    /CipherData must hold a CipherValue/,
  ],
  'a CipherValue, and a CipherReference': [
    replaced([DATA_VALUE, `<xenc:CipherValue/>${OUTSIDE}`]),
    /CipherData must hold a CipherValue/,
  ],
  'two CipherData': [
    replaced([/<xenc:CipherData>/, '<xenc:CipherData/><xenc:CipherData>']),
    /several CipherData/,
  ],
  'no CipherData': [replaced([/<xenc:CipherData>.*?<\/xenc:CipherData>/, '']), /no CipherData/],
  'XML Signature §4.5.3: a RetrievalMethod': [
    replaced([KEY_INFO, RETRIEVED]),
    /RetrievalMethod is not followed/,
  ],
  'a key that does not say whose it is for': [replaced([KEY_INFO, '']), /whose key it is for/],
  'a key without EncryptionMethod': [
    replaced([/<xenc:EncryptionMethod.*?<\/xenc:EncryptionMethod>/, '']),
    /no EncryptionMethod/,
  ],
  'data without EncryptionMethod': [
    replaced([/<xenc:EncryptionMethod [^>]*gcm"\/>/, '']),
    /no EncryptionMethod/,
  ],
  'data of no type': [replaced([/ Type="[^"]*"/, '']), /must be of the type/],
  'data of another type': [replaced([/ Type="[^"]*"/, ' Type="urn:x"']), /must be of the type/],
  'a DataReference to another document': [
    replaced(['URI="#ED"', 'URI="http://127.0.0.1:9/#ED"']),
    /DataReferences to ids only/,
  ],
  'a DataReference to a file': [replaced(['URI="#ED"', 'URI="file:///x"']), /to ids only/],
  'a DataReference to the whole document': [replaced(['URI="#ED"', 'URI=""']), /to ids only/],
  'a DataReference to nothing': [replaced(['URI="#ED"', 'URI="#x"']), /to nothing/],
  'a DataReference without URI': [replaced([' URI="#ED"', '']), /to ids only/],
  'a DataReference to the key': [replaced(['URI="#ED"', 'URI="#EK"']), /to something else/],
  'a KeyReference': [
    replaced(['<xenc:DataReference', '<xenc:KeyReference']),
    /DataReferences to ids only/,
  ],
  '9 DataReferences': [replaced(['<xenc:DataReference URI="#ED"/>', references(9)]), /more than 8/],
  '10,000 DataReferences': [
    replaced(['<xenc:DataReference URI="#ED"/>', references(10_000)]),
    /more than 8/,
  ],
  'data within data': [
    {
      text: (text) => {
        const [data = ''] = /<xenc:EncryptedData.*<\/xenc:EncryptedData>/.exec(text) ?? []
        const inner = data.replace('Id="ED"', 'Id="ED2"')
        return text
          .replace(
            'gcm"/>',
            `gcm"/><xenc:EncryptionProperties>${inner}</xenc:EncryptionProperties>`,
          )
          .replace('URI="#ED"/>', 'URI="#ED"/><xenc:DataReference URI="#ED2"/>')
      },
    },
    /within each other/,
  ],
  'another digest for OAEP': [replaced([`${XENC}sha256`, 'urn:x']), /"urn:x" is not accepted/],
  'another mask for OAEP': [replaced([`${XENC11}mgf1sha256`, 'urn:x']), /"urn:x" is not accepted/],
  'a mask where there is none to choose': [
    replaced([`${XENC11}rsa-oaep`, `${XENC}rsa-oaep-mgf1p`]),
    /is not accepted/,
  ],
  'triple DES': [replaced([/[^"]*aes256-gcm/, `${XENC}tripledes-cbc`]), /tripledes-cbc/],
  'a key wrapped under one that nobody has': [
    replaced([`${XENC11}rsa-oaep`, `${XENC}kw-aes256`]),
    /kw-aes256 without AgreementMethod/,
  ],
  'a label that goes on for ever': [
    replaced([
      '<xenc11:MGF',
      `<xenc:OAEPparams>${'A'.repeat(20_000)}</xenc:OAEPparams><xenc11:MGF`,
    ]),
    /cannot be decrypted/,
  ],
  'a CipherValue of a key that goes on for ever': [
    replaced(['<xenc:CipherValue>', `<xenc:CipherValue>${'A'.repeat(20_000)}`]),
    /cannot be decrypted/,
  ],
}

for (const [name, [craft, why]] of Object.entries(REFUSED)) {
  test(`refused without a private key: ${name}`, (t) => {
    const text = crafted(rsa, craft)
    const { failure, privateOperations, decipherings } = workOf(() =>
      decrypting(decryptionOf(text, KEYS)),
    )
    if (!(failure instanceof SecurityFailure)) throw failure ?? new Error('it was decrypted')
    t.regex(failure.message, why)
    t.deepEqual({ privateOperations, decipherings }, { privateOperations: 0, decipherings: 0 })
  })
}

/** One key more each, with the same reference. */
function withKeys(count: number): string {
  return crafted(rsa, {
    text: (text) => {
      const [key = ''] = /<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/.exec(text) ?? []
      return text.replace(key, key.repeat(count))
    },
  })
}

test('four keys for the same data, of which one is used; five and 1,000 are refused', (t) => {
  const works = [4, 5, 1000].map((count) => {
    const text = withKeys(count)
    return workOf(() => decrypting(decryptionOf(text, KEYS)))
  })
  t.is(works[0]?.failure, undefined)
  t.is(works[0]?.privateOperations, 1)
  for (const { failure, privateOperations } of works.slice(1)) {
    t.like(failure, { code: 'InvalidSecurity', message: 'more than 4 encrypted keys' })
    t.is(privateOperations, 0)
  }
})

test('data encrypted for others too: the key for this node is used', (t) => {
  const other = crafted(rsa3072)
  const [theirs = ''] = /<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/.exec(other) ?? []
  const text = crafted(rsa, replaced(['<xenc:EncryptedKey', `${theirs}<xenc:EncryptedKey`]))
  t.true(decrypted(text, KEYS).includes(PLAIN))
})

const STANDING = `<xenc:ReferenceList xmlns:xenc="${XENC}"><xenc:DataReference URI="#ED"/></xenc:ReferenceList>`
const NO_LIST = [/<xenc:ReferenceList>.*?<\/xenc:ReferenceList>/, ''] as const

test('WSS 1.1 §9.1: a ReferenceList of its own, with data that name their key', (t) => {
  const named = (uri: string) =>
    `gcm"/><ds:KeyInfo xmlns:ds="${DS}"><wsse:SecurityTokenReference xmlns:wsse="${WSSE}"><wsse:Reference URI="${uri}"/></wsse:SecurityTokenReference></ds:KeyInfo>`
  const list = ['</wsse:Security>', `${STANDING}</wsse:Security>`] as const
  const text = (uri: string) =>
    crafted(rsa, replaced(NO_LIST, list, [/gcm"\/>(?=<xenc:CipherData>)/, named(uri)]))
  t.true(decrypted(text('#EK'), KEYS).includes(PLAIN))
  for (const uri of ['#ED', '#x', '', 'http://127.0.0.1:9/#EK']) {
    t.throws(() => decrypted(text(uri), KEYS), { message: 'encrypted data that name no key' })
  }
})

test('XML Encryption 1.1 §3.5.1: the key may stand within the KeyInfo of the data', (t) => {
  const text = crafted(rsa, {
    text: (whole) => {
      const [key = ''] = /<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/.exec(whole) ?? []
      return whole
        .replace(key, STANDING)
        .replace(
          'gcm"/>',
          `gcm"/><ds:KeyInfo xmlns:ds="${DS}">${key.replace(...NO_LIST)}</ds:KeyInfo>`,
        )
    },
  })
  t.true(decrypted(text, KEYS).includes(PLAIN))
})

test('a key that nothing is encrypted under is not used', (t) => {
  const text = crafted(rsa, replaced(NO_LIST))
  const { failure, privateOperations } = workOf(() => decrypting(decryptionOf(text, KEYS)))
  t.is(failure, undefined)
  t.is(privateOperations, 0)
})

test('one private operation for a key that locks eight data', (t) => {
  const parts = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`p${index}`, 'element'] as const),
  )
  const source = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header></s:Header><s:Body>${Object.keys(
    parts,
  )
    .map((name) => `<${name}/>`)
    .join('')}</s:Body></s:Envelope>`
  const text = encrypted(rsa.certificate, { source, parts })
  const work = workOf(() => decrypting(decryptionOf(text, KEYS)))
  t.is(work.failure, undefined)
  t.is(work.privateOperations, 1)
  t.is(work.decipherings, 8)
})

test('WSS 1.1 §9.4.3: an EncryptedHeader has the attributes of the security block', (t) => {
  const attributes = ' s:mustUnderstand="1" s:actor="urn:a"'
  const text = encrypted(rsa.certificate, { parts: { Block: 'header' }, attributes })
  t.true(
    text.includes(
      `<wsse11:EncryptedHeader xmlns:wsse11="${WSSE11}"${attributes}><xenc:EncryptedData`,
    ),
  )
})

test('WSS 1.1 §9.4.4: the block takes the place of the EncryptedHeader, which may be what is referred to', (t) => {
  const text = encrypted(rsa.certificate, {
    parts: { Block: 'header' },
    attributes: ` xmlns:u="${WSU}" u:Id="EH"`,
  })
  const header = '<o:Block s:mustUnderstand="1" a=">">secret &amp; block</o:Block></s:Header>'
  t.true(decrypted(text, KEYS).includes(`</wsse:Security>${header}`))
  const byHeader = text.replace(/DataReference URI="[^"]*"/, 'DataReference URI="#EH"')
  t.true(decrypted(byHeader, KEYS).includes(`</wsse:Security>${header}`))
})

test('WSS 1.1 §9.3: an EncryptedHeader holds one EncryptedData, and stands in Header', (t) => {
  const text = encrypted(rsa.certificate, { parts: { Block: 'header' } })
  const [eh = ''] = /<wsse11:EncryptedHeader.*<\/wsse11:EncryptedHeader>/.exec(text) ?? []
  const second = text.replace('</wsse11:EncryptedHeader>', '<x/></wsse11:EncryptedHeader>')
  const elsewhere = text.replace(eh, '').replace('</s:Body>', `${eh}</s:Body>`)
  t.throws(() => decrypted(second, KEYS), {
    message: 'EncryptedHeader must hold one EncryptedData',
  })
  t.throws(() => decrypted(elsewhere, KEYS), { message: 'EncryptedHeader is elsewhere' })
})

test('a key agreed on another curve, or transported to a key on a curve, is refused', (t) => {
  const agreed = encrypted(ec384.certificate)
  const asOurs = agreed.replace('CN=ec384', 'CN=ec')
  t.throws(() => decrypted(asOurs, KEYS), { message: 'a key of another curve' })
  const transported = crafted(rsa, replaced(['CN=rsa', 'CN=ec']))
  t.throws(() => decrypted(transported, KEYS), { message: 'rsa-oaep for a key that is not RSA' })
})

test('a long part gives way after each portion', (t) => {
  const source = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header></s:Header><s:Body>${'<a>text</a>'.repeat(90_000)}</s:Body></s:Envelope>`
  const text = encrypted(rsa.certificate, { source })
  const { failure, portions } = workOf(() => decrypting(decryptionOf(text, KEYS)))
  t.is(failure, undefined)
  // Base64, deciphering, decoding and reading: a megabyte is 60 portions of each, at least.
  t.true(portions > 4 * 60, String(portions))
})
