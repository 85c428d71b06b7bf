/** Reads the extensions of a certificate (RFC 5280 §4.2) that decide whether it is trusted. */
import { booleanOf, type DerValue, identifierOf, integerOf, NotDer, readDer } from '../der/read.js'
import { TAG } from '../der/tags.js'
import { generalNames } from './general-names.js'

export interface Extensions {
  /** True for an authority. */
  readonly ca: boolean
  /** Most certificates of authorities that may stand between it and the last one. */
  readonly pathLength: number | undefined
  /** Undefined: it says nothing of its usage. */
  readonly usages: ReadonlySet<Usage> | undefined
  readonly keyIdentifier: Buffer | undefined
  /** Key identifier of its issuer. */
  readonly issuerKeyIdentifier: Buffer | undefined
  /** Such as `DNS:bank.example`. */
  readonly names: readonly string[]
  /** Object identifiers of those that narrow what it is for in a way that is not known here. */
  readonly unknown: readonly string[]
}

/** RFC 5280 §4.2.1.3, in the order of the bits. */
const USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const

export type Usage = (typeof USAGES)[number]

/** One extension; of a certificate, of a revocation list or of an entry of one. */
export interface Extension {
  readonly id: string
  readonly critical: boolean
  readonly content: DerValue
}

/**
 * @param list  a SEQUENCE of extensions
 * @throws NotDer, also for two of the same kind
 */
export function* extensionsIn(list: DerValue): Generator<Extension, void> {
  const seen = new Set<string>()
  for (const extension of list.as(TAG.sequence).members()) {
    const members = [...extension.as(TAG.sequence).members()]
    const [id, mark, ...more] =
      members.length === 3 ? members : [members[0], undefined, ...members.slice(1)]
    const [content, ...others] = more
    if (!id || !content || others.length > 0) throw new NotDer('expected an extension')
    const name = identifierOf(id)
    // RFC 5280 §4.2: "A certificate MUST NOT include more than one instance of a particular extension."
    if (seen.has(name)) throw new NotDer(`it has two extensions ${name}`)
    seen.add(name)
    const critical = mark !== undefined && booleanOf(mark)
    yield { id: name, critical, content: readDer(content.as(TAG.octetString).content) }
  }
}

/** Extensions that restrict names or policies, and are not judged here: they count as critical. */
const RESTRICTING = ['2.5.29.30', '2.5.29.36']
/** Certificate policies, and purposes of TLS and others: no signed message asks for any. */
const LEFT_ASIDE = ['2.5.29.32', '2.5.29.37']

/** @throws NotDer */
export function readExtensions(tagged: DerValue | undefined): Extensions {
  let found: Extensions = NONE
  const [list] = tagged?.members() ?? []
  if (!list) return found
  for (const { id, critical, content } of extensionsIn(list)) {
    switch (id) {
      case '2.5.29.19':
        found = { ...found, ...basicConstraints(content) }
        break
      case '2.5.29.15':
        found = { ...found, usages: usagesOf(content) }
        break
      case '2.5.29.14':
        found = { ...found, keyIdentifier: content.as(TAG.octetString).content }
        break
      case '2.5.29.35':
        found = { ...found, issuerKeyIdentifier: keyIdentifierIn(content) }
        break
      case '2.5.29.17':
        found = { ...found, names: generalNames(content) }
        break
      default:
        // RFC 5280 §4.2: a system "MUST reject the certificate if it encounters a critical extension
        // that it does not recognize".
        if ((critical && !LEFT_ASIDE.includes(id)) || RESTRICTING.includes(id)) {
          found = { ...found, unknown: [...found.unknown, id] }
        }
    }
  }
  return found
}

const NONE: Extensions = {
  ca: false,
  pathLength: undefined,
  usages: undefined,
  keyIdentifier: undefined,
  issuerKeyIdentifier: undefined,
  names: [],
  unknown: [],
}

function basicConstraints(content: DerValue): Pick<Extensions, 'ca' | 'pathLength'> {
  const members = [...content.as(TAG.sequence).members()]
  const ca = members[0]?.tag === TAG.boolean && booleanOf(members[0])
  const last = members.find(({ tag }) => tag === TAG.integer)
  return { ca, pathLength: last && Number(integerOf(last)) }
}

function usagesOf(content: DerValue): ReadonlySet<Usage> {
  const [, ...octets] = content.as(TAG.bitString).content
  const isSet = (bit: number) => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0
  return new Set(USAGES.filter((_, bit) => isSet(bit)))
}

/** Of AuthorityKeyIdentifier only [0]: issuer and serial say no more than the chain does. */
function keyIdentifierIn(content: DerValue): Buffer | undefined {
  return [...content.as(TAG.sequence).members()].find(({ tag }) => tag === 0x80)?.content
}
