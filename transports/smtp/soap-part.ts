/** Finds the part of a mail that is its envelope. */
import { MEDIA_TYPES, type Packaging } from '#transport'
import type { Part } from '#transport/mime'
import { SmtpRefusal } from './status.js'

const ENVELOPES: readonly string[] = Object.values(MEDIA_TYPES)
const FILES = ['application/xml', 'application/octet-stream']

/** The envelope's part; undefined if the mail has none. */
export interface Found {
  readonly part: Part
  /** The other parts, in their order; of multipart/related, without texts outside of it. */
  readonly others: readonly Part[]
  /** The multipart/related whose root it is, if it is one. */
  readonly related: Part | undefined
}

/**
 * The mail itself, or its first part that is SOAP; of multipart/related the one that is its root.
 *
 * @param files  true if `.xml` files of a general type are taken, too
 * @throws SmtpRefusal for multipart/related without the root it names, or with parts of one Content-ID
 */
export function findEnvelope(mail: Part, files: boolean): Found | undefined {
  const found = search(mail, undefined, files)
  if (!found) return undefined
  const { part, related } = found
  const others = leaves(mail).filter((leaf) => leaf !== part)
  if (!related) return { part, related, others }
  const inside = new Set(leaves(related))
  refuseTwice([...inside])
  return { part, related, others: others.filter((leaf) => inside.has(leaf) || !isText(leaf)) }
}

/** How the envelope goes with the other parts; undefined for files beside it. */
export function packagingOf({ part, related, others }: Found): Packaging | undefined {
  if (part.type.value === XOP) return 'xop'
  return related && others.length > 0 ? 'attachments' : undefined
}

const XOP = 'application/xop+xml'

/** XOP §4.1: the type that the root would have without XOP stands in its parameter `type`. */
export function mediaTypeOf({ type: { value, parameters } }: Pick<Part, 'type'>): string {
  if (value !== XOP) return value
  return (parameters.get('type') ?? '').replace(/;.*$/s, '').trim().toLowerCase()
}

interface Search {
  readonly part: Part
  readonly related: Part | undefined
}

function search(part: Part, related: Part | undefined, files: boolean): Search | undefined {
  if (part.parts.length === 0) {
    return isEnvelope(part, related, files) ? { part, related } : undefined
  }
  if (part.type.value === 'multipart/related') return search(rootOf(part), part, files)
  for (const child of part.parts) {
    const found = search(child, undefined, files)
    if (found) return found
  }
  return undefined
}

/** RFC 2392 §2: a Content-ID is globally unique; of two parts with one, nobody could say which is meant. */
function refuseTwice(parts: readonly Part[]): void {
  const ids = parts.flatMap(({ headers }) => headers.ids('content-id').slice(0, 1))
  if (new Set(ids).size < ids.length) {
    throw new SmtpRefusal('554 5.6.0', 'two parts have the same Content-ID')
  }
}

/** What people read beside an envelope, such as the footer of a mailing list. */
function isText({ type: { value }, fileName, headers }: Part): boolean {
  return (
    /^text\/(?:plain|html)$/.test(value) && fileName === undefined && !headers.has('content-id')
  )
}

/** RFC 2387 §3.2: `start` names the root by its Content-ID; else it is the first part. */
function rootOf({ type, parts }: Part): Part {
  const start = type.parameters.get('start')
  const root =
    start === undefined
      ? parts[0]
      : parts.find(({ headers }) => bare(headers.get('content-id') ?? '') === bare(start))
  if (!root) throw new SmtpRefusal('554 5.6.0', 'the root part is not there')
  return root
}

function bare(id: string): string {
  return id.replace(/^<|>$/g, '')
}

function isEnvelope(part: Part, related: Part | undefined, files: boolean): boolean {
  const { type, fileName } = part
  const value = related ? mediaTypeOf(part) : type.value
  return ENVELOPES.includes(value) || (files && isFile(value, fileName))
}

function isFile(mediaType: string, fileName: string | undefined): boolean {
  return FILES.includes(mediaType) && /\.xml$/i.test(fileName ?? '')
}

/** Types that programs give envelopes by mistake; another one is not named, since a peer wrote it. */
const MISTAKEN = ['text/plain', 'text/html', 'application/xml', 'application/octet-stream']
/** As it is in XML, or as HTML shows it. */
const START = /(?:<|&lt;)(?:[\w.-]+:)?Envelope\b/
/** Bytes of a part that are looked at. */
const MAX_BYTES = 4096

/** The type of a part that holds what looks like an envelope, where none has the type of one. */
export async function mistakenType(mail: Part): Promise<string | undefined> {
  for (const { type, body } of leaves(mail)) {
    if (!MISTAKEN.includes(type.value)) continue
    const beginning = await (await body()).slice(0, MAX_BYTES).bytes()
    if (START.test(Buffer.from(beginning).toString('latin1'))) return type.value
  }
  return undefined
}

function leaves(part: Part): readonly Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leaves)
}
