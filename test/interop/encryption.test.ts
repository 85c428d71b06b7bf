/** What is encrypted here, xmlsec1 and python3-cryptography decrypt, and the reverse. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { DS, DS11, WSSE, XENC, XENC11 } from '../../src/security/names.js'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import { folderOf } from '../support/folder.js'
import { BODY, letter, names, opened, ownKey, sealed, trust } from '../support/security/blocks.js'
import { certificates, type Issued } from '../support/security/certificates.js'
import { CLIENTS, run } from './foreign-client.js'

const ALLOWING = { trust: trust({ allows: (algorithm) => algorithm === 'rsa-oaep-sha1' }) }
const VERSIONS = { '1.1': SOAP_11, '1.2': SOAP_12 } as const

function xmlsec(t: ExecutionContext, texts: Readonly<Record<string, string>>) {
  const folder = folderOf(t, texts)
  const file = (name: string) => join(folder, name)
  return {
    file,
    run: (...parameters: readonly string[]) => run('xmlsec1', [...parameters], ''),
  }
}

/** xmlsec1 knows no references of WS-Security: each EncryptedData gets the key where xmlsec1 looks for it. */
function keysInside(text: string): string {
  const [key = ''] = /<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/s.exec(text) ?? []
  const bare = key.replace(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/s, '')
  return text
    .replace(key, '')
    .replace(
      /<wsse:SecurityTokenReference [^>]*#EncryptedKey".*?<\/wsse:SecurityTokenReference>/g,
      bare,
    )
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const cipher of ['aes128-gcm', 'aes256-gcm'] as const) {
    test(`SOAP ${soap}: xmlsec1 decrypts Body and a block under ${cipher} and RSA-OAEP`, async (t) => {
      const own = certificates().rsa3072
      const block = '<x:Known xmlns:x="urn:x">secret</x:Known>'
      const { text } = sealed(letter({ soap, blocks: [block] }), {
        encrypt: ['Body', '{urn:x}Known'],
        to: own.certificate,
        cipher,
        // xmlsec1 1.2 knows no other digest.
        oaep: 'sha1',
      })
      const { file, run } = xmlsec(t, { 'sealed.xml': keysInside(text), 'key.pem': own.keyPem })
      const decrypt = (from: string, to: string) =>
        run('--decrypt', '--privkey-pem', file('key.pem'), '--output', file(to), file(from))
      await decrypt('sealed.xml', 'once.xml')
      await decrypt('once.xml', 'twice.xml')
      const plain = readFileSync(file('twice.xml'), 'utf8')
      t.true(plain.includes(block), plain)
      t.true(plain.includes(`>${BODY}</s:Body>`), plain)
    })

    test(`SOAP ${soap}: what xmlsec1 encrypts under ${cipher} and RSA-OAEP is decrypted`, async (t) => {
      const own = certificates().rsa3072
      const template =
        `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="ED" Type="${XENC}Content"><xenc:EncryptionMethod Algorithm="${XENC11}${cipher}"/>` +
        `<ds:KeyInfo xmlns:ds="${DS}"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${XENC}rsa-oaep-mgf1p"/>` +
        '<ds:KeyInfo><ds:X509Data><ds:X509IssuerSerial/></ds:X509Data></ds:KeyInfo><xenc:CipherData><xenc:CipherValue/></xenc:CipherData>' +
        '</xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>'
      const list = `<xenc:ReferenceList xmlns:xenc="${XENC}"><xenc:DataReference URI="#ED"/></xenc:ReferenceList>`
      const security = `<wsse:Security xmlns:wsse="${WSSE}">${list}</wsse:Security>`
      const { file, run } = xmlsec(t, {
        'template.xml': template,
        'plain.xml': letter({ soap, blocks: [security] }),
        'certificate.pem': own.pem,
        'authority.pem': certificates().authority.pem,
      })
      await run(
        '--encrypt',
        ...['--pubkey-cert-pem', file('certificate.pem')],
        ...['--trusted-pem', file('authority.pem')],
        ...['--session-key', `aes-${cipher.slice(3, 6)}`],
        ...['--xml-data', file('plain.xml'), '--node-name', `${VERSIONS[soap].namespace}:Body`],
        ...['--output', file('sealed.xml'), file('template.xml')],
      )
      const text = readFileSync(file('sealed.xml'), 'utf8')
      t.false(text.includes('urn:m'))
      const { envelope, verdict } = opened(text, ALLOWING)
      t.deepEqual(names(envelope.entries), ['{urn:m}Add'])
      t.deepEqual(verdict.decrypted, [envelope.body])
      t.true(envelope.source.includes(`>${BODY}</s:Body>`))
    })
  }
}

interface Answer {
  readonly plain?: readonly string[]
  readonly data?: string
  readonly wrapped?: string
  readonly point?: string
}

async function python(task: Readonly<Record<string, string>>): Promise<Answer> {
  const output = await run('python3', [`${CLIENTS}encryption.py`], JSON.stringify(task))
  return JSON.parse(output.toString('utf8'))
}

/** AlgorithmID is one octet of zeros, as it is written; others are free to say more. */
const WRITTEN = '00'
const NO_LABEL = { label: '' }

for (const receiver of ['ec', 'ec384'] as const) {
  for (const cipher of ['aes256-gcm'] as const) {
    test(`ECDH-ES, ${receiver}: python3-cryptography decrypts what is encrypted under ${cipher}`, async (t) => {
      const own = certificates()[receiver]
      const { text } = sealed(letter(), {
        encrypt: ['Body'],
        to: own.certificate,
        cipher,
        sign: [],
      })
      const { plain } = await python({ do: 'decrypt', key: own.keyPem, text, other: WRITTEN })
      t.deepEqual(plain, [BODY])
    })

    test(`ECDH-ES, ${receiver}: what python3-cryptography encrypts is decrypted`, async (t) => {
      const own = certificates()[receiver]
      const other = { AlgorithmID: '00A1', PartyUInfo: '00B2B3', PartyVInfo: '00C4' }
      const digits = Object.values(other).map((info) => info.slice(2))
      const made = await python({
        do: 'encrypt',
        certificate: own.pem,
        plain: BODY,
        other: digits.join(''),
      })
      const info = Object.entries(other).map(([name, value]) => ` ${name}="${value}"`)
      const curve = receiver === 'ec' ? '1.2.840.10045.3.1.7' : '1.3.132.0.34'
      const text = message(
        made,
        own,
        `<xenc:EncryptionMethod Algorithm="${XENC}kw-aes256"/>`,
        (named) =>
          `<xenc:AgreementMethod Algorithm="${XENC11}ECDH-ES"><xenc11:KeyDerivationMethod xmlns:xenc11="${XENC11}" Algorithm="${XENC11}ConcatKDF">` +
          `<xenc11:ConcatKDFParams${info.join('')}><ds:DigestMethod Algorithm="${XENC}sha256"/></xenc11:ConcatKDFParams></xenc11:KeyDerivationMethod>` +
          `<xenc:OriginatorKeyInfo><ds:KeyValue><ec:ECKeyValue xmlns:ec="${DS11}"><ec:NamedCurve URI="urn:oid:${curve}"/><ec:PublicKey>${made.point}</ec:PublicKey></ec:ECKeyValue></ds:KeyValue></xenc:OriginatorKeyInfo>` +
          `<xenc:RecipientKeyInfo>${named}</xenc:RecipientKeyInfo></xenc:AgreementMethod>`,
      )
      const { envelope } = opened(text, { keys: [ownKey(own)] })
      t.true(envelope.source.includes(`<s:Body>${BODY}</s:Body>`))
    })
  }
}

/** Digest and mask of RSA-OAEP, as EncryptionMethod says. */
const METHODS = [
  ['rsa-oaep-mgf1p', 'sha256', 'sha1', ''],
  ['rsa-oaep-mgf1p', 'sha512', 'sha1', ''],
  ['rsa-oaep', 'sha256', 'sha1', ''],
  ['rsa-oaep', 'sha256', 'sha256', `${XENC11}mgf1sha256`],
  ['rsa-oaep', 'sha512', 'sha384', `${XENC11}mgf1sha384`],
] as const

for (const [method, digest, mask, uri] of METHODS) {
  test(`${method} with ${digest} and MGF1 with ${mask}, by python3-cryptography, is decrypted`, async (t) => {
    const own = certificates().rsa3072
    const label = Buffer.from('label').toString('base64')
    const made = await python({
      do: 'encrypt',
      certificate: own.pem,
      plain: BODY,
      digest,
      mask,
      label,
    })
    const masked = uri === '' ? '' : `<e:MGF xmlns:e="${XENC11}" Algorithm="${uri}"/>`
    const namespace = method === 'rsa-oaep' ? XENC11 : XENC
    const written =
      `<xenc:EncryptionMethod Algorithm="${namespace}${method}"><ds:DigestMethod xmlns:ds="${DS}" Algorithm="${XENC}${digest}"/>` +
      `${masked}<xenc:OAEPparams>${label}</xenc:OAEPparams></xenc:EncryptionMethod>`
    const { envelope } = opened(message(made, own, written, (named) => named))
    t.true(envelope.source.includes(`<s:Body>${BODY}</s:Body>`))
  })
}

test('RSA-OAEP as it is written by default: python3-cryptography decrypts it', async (t) => {
  const own = certificates().rsa3072
  const { text } = sealed(letter(), { encrypt: ['Body'], to: own.certificate, sign: [] })
  const how = { ...NO_LABEL, digest: 'sha256', mask: 'sha1' }
  const { plain } = await python({ do: 'decrypt', key: own.keyPem, text, ...how })
  t.deepEqual(plain, [BODY])
})

function message(
  { data, wrapped }: Answer,
  { certificate }: Issued,
  method: string,
  keyInfo: (named: string) => string,
): string {
  const [serial, issuer] = [
    BigInt(`0x${certificate.serialNumber}`),
    'CN=Example Authority,O=Example,C=NL',
  ]
  const named =
    `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}"><ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>${issuer}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${serial}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data></wsse:SecurityTokenReference>`
  const value = (text = '') =>
    `<xenc:CipherData><xenc:CipherValue>${text}</xenc:CipherValue></xenc:CipherData>`
  const key =
    `<xenc:EncryptedKey xmlns:xenc="${XENC}">${method}<ds:KeyInfo xmlns:ds="${DS}">${keyInfo(named)}</ds:KeyInfo>` +
    `${value(wrapped)}<xenc:ReferenceList><xenc:DataReference URI="#ED"/></xenc:ReferenceList></xenc:EncryptedKey>`
  const body =
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="ED" Type="${XENC}Content"><xenc:EncryptionMethod Algorithm="${XENC11}aes256-gcm"/>` +
    `${value(data)}</xenc:EncryptedData>`
  return letter({ blocks: [`<wsse:Security xmlns:wsse="${WSSE}">${key}</wsse:Security>`], body })
}
