/** Finds the part of a mail that is its envelope. */
import { MEDIA_TYPES } from '#transport'
import type { Part } from '#transport/mime'
import { SmtpRefusal } from './status.js'

const ENVELOPES: readonly string[] = Object.values(MEDIA_TYPES)
const FILES = ['application/xml', 'application/octet-stream']

/** The envelope's part; undefined if the mail has none. */
export interface Found {
  readonly part: Part
  /** The other parts, in their order. */
  readonly others: readonly Part[]
}

/**
 * The mail itself, or its first part that is SOAP; of multipart/related the one that is its root.
 *
 * @param files  true if `.xml` files of a general type are taken, too
 * @throws SmtpRefusal for multipart/related without the root it names
 */
export function findEnvelope(mail: Part, files: boolean): Found | undefined {
  const part = search(mail, files)
  return part && { part, others: leaves(mail).filter((leaf) => leaf !== part) }
}

function search(part: Part, files: boolean): Part | undefined {
  if (part.parts.length === 0) return isEnvelope(part, files) ? part : undefined
  if (part.type.value === 'multipart/related') return search(rootOf(part), files)
  for (const child of part.parts) {
    const found = search(child, files)
    if (found) return found
  }
  return undefined
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

function isEnvelope({ type: { value }, fileName }: Part, files: boolean): boolean {
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
const MOST_BYTES = 4096

/** The type of a part that holds what looks like an envelope, where none has the type of one. */
export function mistakenType(mail: Part): string | undefined {
  return leaves(mail).find(
    (part) =>
      MISTAKEN.includes(part.type.value) &&
      START.test(Buffer.from(part.body()).toString('latin1', 0, MOST_BYTES)),
  )?.type.value
}

function leaves(part: Part): readonly Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leaves)
}
