/** Finds Envelope, Header and Body in a document and checks that their structure is as SOAP requires. */
import { NO_XML_LIMITS, type XmlLimits } from '../xml/limits.js'
import type { Include } from '../xml/open-elements.js'
import { type DocumentText, type EncodedDocument, reading, readingBytes } from '../xml/read.js'
import { attributeOf, childElements, hasText, isNamed, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { atOnce, type Walk } from '../xml/walk.js'
import { SoapFault } from './fault.js'
import { rootFirst } from './root-entry.js'
import type { SoapVersion, SoapVersions } from './version.js'

/** A message whose version is known and whose structure is as SOAP requires. */
export interface Envelope {
  readonly version: SoapVersion
  /** The text that it was read from: every position in the tree is an offset into it. */
  readonly source: string
  /** The bytes of that text, if it is long and each is a character. Default: only the text is there. */
  readonly ascii?: Buffer | undefined
  readonly root: XmlElement
  readonly header: XmlElement | undefined
  /** Immediate child elements of Header, in document order. */
  readonly blocks: readonly XmlElement[]
  readonly body: XmlElement
  /** Immediate child elements of Body: what is called, and then, in document order, what stands beside it. */
  readonly entries: readonly XmlElement[]
}

export interface EnvelopeLimits {
  /** Header blocks in one message. */
  readonly headerBlocks: number
  /** Characters of Header, tags included: it is kept and copied more often than the Body. */
  readonly header: number
}

export const DEFAULT_ENVELOPE_LIMITS: EnvelopeLimits = { headerBlocks: 64, header: 256 * 1024 }

/** For an envelope of one's own, and for one that was read within limits before. */
export const NO_LIMITS: XmlLimits & EnvelopeLimits = {
  ...NO_XML_LIMITS,
  headerBlocks: Number.POSITIVE_INFINITY,
  header: Number.POSITIVE_INFINITY,
}

/**
 * @param source  the text that `root` was read from
 * @throws SoapFault VersionMismatch for any other root than an Envelope of a served version;
 *   Client for a wrong structure
 * @throws Unreadable too-large for a Header beyond its limit
 */
export function readEnvelope(
  root: XmlElement,
  source: DocumentText,
  versions: SoapVersions,
  limits: EnvelopeLimits = DEFAULT_ENVELOPE_LIMITS,
): Envelope {
  const version = root.local === 'Envelope' ? versions.byNamespace(root.namespace) : undefined
  // SOAP 1.1 §4.4.1: "The processing party found an invalid namespace for the SOAP Envelope element."
  if (!version) {
    throw new SoapFault({
      code: 'VersionMismatch',
      reason: 'The document element is not a SOAP 1.1 or SOAP 1.2 Envelope.',
      scope: 'header',
    })
  }
  if (hasText(root)) throw malformed('Envelope holds text.')
  checkAttributes(root, version)
  const children = childElements(root)
  const header = children[0] && isPart(children[0], version, 'Header') ? children[0] : undefined
  const body = children[header ? 1 : 0]
  // SOAP 1.1 §4: "The element MUST be present in a SOAP message and MUST be an immediate child
  // element of a SOAP Envelope element. It MUST directly follow the SOAP Header element if present."
  if (!body || !isPart(body, version, 'Body')) {
    throw malformed('Envelope must hold an optional Header and then a Body.')
  }
  checkTrailers(children.slice(header ? 2 : 1), version)
  if (header) checkHeader(header, version, limits)
  checkAttributes(body, version)
  if (hasText(body)) throw malformed('Body holds text.')
  const blocks = header ? childElements(header) : []
  const entries = entriesOf(body, version)
  if (typeof source === 'string') return { version, source, root, header, blocks, body, entries }
  return {
    version,
    get source() {
      return source.text
    },
    ascii: source.ascii ? source.utf8 : undefined,
    root,
    header,
    blocks,
    body,
    entries,
  }
}

/** Reads a text that is to be an envelope, at once: see `readingEnvelope`. */
export function parseEnvelope(
  source: string,
  versions: SoapVersions,
  limits?: XmlLimits & EnvelopeLimits,
  include?: Include | undefined,
): Envelope {
  return atOnce(readingEnvelope(source, versions, limits, include))
}

/**
 * Reads a text that is to be an envelope.
 *
 * @param include  as `reading` has it
 * @throws SoapFault and Unreadable, as `readEnvelope` and `reading` do
 */
export function* readingEnvelope(
  source: string,
  versions: SoapVersions,
  limits?: XmlLimits & EnvelopeLimits,
  include?: Include | undefined,
): Walk<Envelope> {
  const root = yield* reading(source, limits, 'refused', { include })
  return readEnvelope(root, source, versions, limits)
}

/** Decodes the bytes of what is to be an envelope, and reads them, as `readingEnvelope` does. */
export function* readingEncoded(
  document: EncodedDocument,
  versions: SoapVersions,
  limits: XmlLimits & EnvelopeLimits,
  include?: Include | undefined,
): Walk<Envelope> {
  const { source, root } = yield* readingBytes(document, limits, { include })
  return readEnvelope(root, source, versions, limits)
}

function entriesOf(body: XmlElement, { name }: SoapVersion): readonly XmlElement[] {
  const entries = childElements(body)
  return entries.length > 1 && name === '1.1' ? rootFirst(entries) : entries
}

function checkTrailers(trailers: readonly XmlElement[], version: SoapVersion): void {
  for (const trailer of trailers) {
    // SOAP 1.2 Part 1 §5.1: Envelope has an optional Header, a mandatory Body, and nothing else.
    if (version.name === '1.2') throw malformed('Body must be the last child of Envelope.')
    // SOAP 1.1 §4: additional sub elements of Envelope "MUST be namespace-qualified" and "MUST
    // follow the SOAP Body element".
    if (trailer.namespace === '') throw malformed('An element after Body has no namespace.')
    if (isPart(trailer, version, 'Header') || isPart(trailer, version, 'Body')) {
      throw malformed('Envelope must hold one Body, and a Header only before it.')
    }
  }
}

function checkHeader(header: XmlElement, version: SoapVersion, limits: EnvelopeLimits): void {
  const length = header.end - header.start
  if (length > limits.header) {
    throw new Unreadable('too-large', `Header has ${length} characters, more than ${limits.header}`)
  }
  checkAttributes(header, version)
  if (hasText(header)) throw malformed('Header holds text.')
  const blocks = childElements(header)
  if (blocks.length > limits.headerBlocks) {
    throw malformed(`Header holds more than ${limits.headerBlocks} blocks.`)
  }
  for (const block of blocks) {
    // SOAP 1.1 §4: "All immediate child elements of the SOAP Header element MUST be
    // namespace-qualified." SOAP 1.2 Part 1 §5.2.1 requires the same.
    if (block.namespace === '') throw malformed('A header block has no namespace.')
  }
}

/** SOAP 1.1 §4 requires it of Envelope; SOAP 1.2 Part 1 §5.1, §5.2 and §5.3 of Header and Body too. */
function checkAttributes(part: XmlElement, version: SoapVersion): void {
  if (part.attributes.length === 0) return
  const refused =
    version.name === '1.2' || part.local === 'Envelope'
      ? part.attributes.find(
          ({ namespace, local }) => namespace === '' && !isId(local, part, version),
        )
      : undefined
  if (refused) {
    const hint = isId(refused.local, part, { plainIds: true }) && 'security.strict: false takes it'
    throw malformed(`${part.local} has an attribute without a namespace.`, hint || undefined)
  }
  // SOAP 1.2 Part 1 §5.1.1: only header blocks, body entries, details and what is in them may
  // carry encodingStyle.
  if (
    !version.styledEnvelope &&
    attributeOf(part, version.namespace, 'encodingStyle') !== undefined
  ) {
    throw misplacedStyle(part)
  }
}

/** True for the id by which a signature may know Header or Body, where it is taken without a namespace. */
function isId(
  local: string,
  part: XmlElement,
  { plainIds }: Pick<SoapVersion, 'plainIds'>,
): boolean {
  return plainIds && part.local !== 'Envelope' && (local === 'Id' || local === 'id')
}

function isPart(element: XmlElement, version: SoapVersion, local: string): boolean {
  return isNamed(element, version.namespace, local)
}

function misplacedStyle({ local }: XmlElement): SoapFault {
  return new SoapFault({
    code: 'Client',
    reason: `${local} must not have an encodingStyle: leave it out, or put it on what stands in Header and Body.`,
    hint: 'soap.lenient takes it',
    scope: 'header',
  })
}

function malformed(reason: string, hint?: string): SoapFault {
  return new SoapFault({ code: 'Client', reason, hint, scope: 'header' })
}
