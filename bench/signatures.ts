/** `npm run bench -- signatures`: processor time of verifying and signing an Add of 1 KiB, beside bare node:crypto and xml-crypto. */
import { hash, sign, verify } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import type { SigningKey } from '../src/security/keys.js'
import { isSecurityBlock, opening } from '../src/security/open.js'
import { type Sealing, sealing } from '../src/security/seal.js'
import { readSignature } from '../src/security/signature/signature.js'
import { detailsOf } from '../src/security/trust/details.js'
import { Revocations } from '../src/security/trust/revocations.js'
import { ConfiguredTrust } from '../src/security/trust/trust.js'
import { DEFAULT_ENVELOPE_LIMITS, type Envelope, readingEnvelope } from '../src/soap/envelope.js'
import { readHeaderBlock } from '../src/soap/header-block.js'
import { SoapVersions } from '../src/soap/version.js'
import { DEFAULT_XML_LIMITS } from '../src/xml/limits.js'
import { isNamed } from '../src/xml/tree.js'
import { atOnce } from '../src/xml/walk.js'
import { canonical, elementsOf } from '../test/support/canonical.js'
import { certificates } from '../test/support/security/certificates.js'

const ROUNDS = 9
/** Rounds before them, in which the code becomes as fast as it gets. */
const WARM_UP = 4
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const SIZE = 1024

const versions = new SoapVersions()
const limits = { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS }
const { rsa } = certificates()
const trust = new ConfiguredTrust(
  [
    {
      name: 'peer',
      pinned: [detailsOf(rsa.certificate)],
      links: [],
      anchors: [],
      subjects: undefined,
      user: 'peer',
      password: undefined,
      digestPassword: undefined,
      sharedKey: undefined,
      encryptTo: undefined,
      allow: [],
    },
  ],
  new Revocations([], false),
)
const key: SigningKey = { kind: 'signature', own: { ...rsa, chain: [] } }

/** An envelope of 1 KiB: the rest is in a second operand, as one of many digits has it. */
function add(): string {
  const envelope = (digits: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Add xmlns="urn:example:calculator"><a>1</a><b>${digits}</b></Add></s:Body></s:Envelope>`
  return envelope('2'.repeat(SIZE - envelope('').length))
}

const FORMS: readonly Pick<Sealing, 'form' | 'reference'>[] = [
  { form: 'soap-dsig', reference: 'issuer-serial' },
  { form: 'wss', reference: 'thumbprint' },
  { form: 'wss', reference: 'token' },
]

const seal = ({ form, reference }: (typeof FORMS)[number]): string =>
  atOnce(
    sealing(add(), {
      form,
      sign: ['Body'],
      encrypt: [],
      key,
      reference,
      cipher: 'aes256-gcm',
      at: Date.now(),
      versions,
    }),
  ).text

const read = (text: string): Envelope => atOnce(readingEnvelope(text, versions, limits))

function open(envelope: Envelope): number {
  const blocks = envelope.blocks
    .map((block) => readHeaderBlock(block, envelope.version))
    .filter(isSecurityBlock)
  const { verdict } = atOnce(
    opening({
      envelope,
      blocks,
      trust,
      keys: [],
      at: Date.now(),
      clockSkew: 300_000,
      fresh: true,
      secure: false,
      strict: true,
      versions,
      limits,
    }),
  )
  return verdict.signatures.length
}

/** The octets that a message has signed and digested, and the value. */
function bareOf(text: string) {
  const envelope = read(text)
  const signature = elementsOf(envelope.root).find((one) => isNamed(one, DS, 'Signature'))
  if (!signature) throw new Error('it is not signed')
  const { signedInfo, value } = readSignature(signature)
  return {
    signed: Buffer.from(canonical(signedInfo)),
    digested: Buffer.from(canonical(envelope.body)),
    value: value.octets,
  }
}

const { publicKey } = rsa.certificate

function byXmlCrypto(text: string): boolean {
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(text)?.[0] ?? ''
  const checked = new SignedXml({ publicCert: rsa.pem, idMode: 'wssecurity' })
  checked.loadSignature(signature)
  return checked.checkSignature(text)
}

function signByXmlCrypto(text: string): string {
  const signed = new SignedXml({
    privateKey: rsa.keyPem,
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: RSA_SHA256,
    idMode: 'wssecurity',
  })
  const xpath = `/*/*[local-name(.)='Body']`
  signed.addReference({ xpath, transforms: [EXCLUSIVE], digestAlgorithm: SHA256 })
  signed.computeSignature(text)
  return signed.getSignedXml()
}

interface Case {
  readonly name: string
  /** @returns true if it did what it is measured for */
  readonly work: () => unknown
  readonly times: number
}

/** Microseconds of processor time: the medians of rounds in which each of the cases has its turn. */
function measure(cases: readonly Case[]): readonly number[] {
  const costs = cases.map((): number[] => [])
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [index, { name, work, times }] of cases.entries()) {
      if (!work()) throw new Error(`${name} does not work`)
      const before = process.cpuUsage()
      for (let at = 0; at < times; at += 1) work()
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) costs[index]?.push((user + system) / times)
    }
  }
  return costs.map((of) => of.toSorted((one, other) => one - other)[(ROUNDS - 1) / 2] ?? Number.NaN)
}

function print(title: string, cases: readonly Case[]): void {
  const costs = measure(cases)
  process.stdout.write(`\n${title.padEnd(44)}      µs  rate of the first\n`)
  for (const [index, { name }] of cases.entries()) {
    const cost = costs[index] ?? Number.NaN
    const rate = ((costs[0] ?? Number.NaN) / cost).toFixed(2)
    process.stdout.write(`${name.padEnd(44)}${cost.toFixed(1).padStart(8)}${rate.padStart(8)}\n`)
  }
}

for (const form of FORMS) {
  const text = seal(form)
  const { signed, digested, value } = bareOf(text)
  const envelope = read(text)
  print(`verify ${form.form}, ${form.reference}, ${text.length} characters`, [
    {
      name: 'bare node:crypto on the same octets',
      work: () => hash('sha256', digested, 'buffer') && verify('sha256', signed, publicKey, value),
      times: 2_000,
    },
    {
      name: 'Waybill: read, find the key, verify',
      work: () => open(read(text)) === 1,
      times: 2_000,
    },
    { name: 'Waybill: from the tree on', work: () => open(envelope) === 1, times: 2_000 },
    { name: 'Waybill: reading alone', work: () => read(text), times: 2_000 },
    ...(form.form === 'wss'
      ? [{ name: 'xml-crypto', work: () => byXmlCrypto(text), times: 100 }]
      : []),
  ])
}

for (const form of FORMS) {
  const { signed, digested } = bareOf(seal(form))
  print(`sign ${form.form}, ${form.reference}`, [
    {
      name: 'bare node:crypto on the same octets',
      work: () => hash('sha256', digested, 'buffer') && sign('sha256', signed, rsa.key),
      times: 300,
    },
    { name: 'Waybill: read, sign, write', work: () => seal(form), times: 300 },
    { name: 'xml-crypto', work: () => signByXmlCrypto(add()), times: 50 },
  ])
}
