/** Reads a `ds:Reference`: what it names within the message, how that becomes octets, and their digest. */
import { idIn } from '../../message/cid.js'
import { isNcName } from '../../xml/characters.js'
import { attributeOf, type XmlElement } from '../../xml/tree.js'
import { readBase64 } from '../base64.js'
import { DIGESTS } from './digests.js'
import type { ReferenceParts } from './parts.js'
import {
  ALGORITHM,
  algorithmOf,
  isDs,
  NO_ATTRIBUTES,
  partsOf,
  refused,
  textOnly,
  unsupported,
} from './shape.js'
import { readAttachmentTransform, readTransforms } from './transforms.js'

/** Of a DigestValue, with much white space. */
const MAX_DIGEST = 1024

const ATTRIBUTES: readonly string[] = ['Id', 'URI', 'Type']
const NO_TRANSFORMS: ReferenceParts['transforms'] = []

/** @throws SecurityFailure */
export function readReference(element: XmlElement): ReferenceParts {
  if (!isDs(element, 'Reference')) throw refused(`SignedInfo holds ${element.local}`)
  // XML Signature §4.4.3.1: Type "is advisory. No validation of the type is performed".
  const children = partsOf(element, ATTRIBUTES)
  const uri = attributeOf(element, '', 'URI')
  const cid = idIn(uri)
  const id = cid === undefined ? readUri(uri) : ''
  const [transforms, method, value, ...more] = children
  // XML Signature §4.4.3.2: without Transforms it would be inclusive Canonical XML.
  if (!isDs(transforms, 'Transforms')) {
    throw unsupported('a Reference without Transforms means', 'inclusive Canonical XML')
  }
  if (!isDs(method, 'DigestMethod')) throw refused('no DigestMethod after Transforms')
  if (!isDs(value, 'DigestValue')) throw refused('no DigestValue after DigestMethod')
  if (more[0]) throw refused(`Reference holds ${more[0].local}`)
  const digestMethod = algorithmOf(method)
  const algorithm = DIGESTS.get(digestMethod)
  if (!algorithm) throw unsupported('the digest algorithm', digestMethod)
  if (partsOf(method, ALGORITHM).length > 0) throw refused('DigestMethod has parameters')
  const digest = readBase64(textOnly(value, NO_ATTRIBUTES), 'DigestValue', MAX_DIGEST)
  if (digest.octets.length !== algorithm.length) throw refused('DigestValue has another length')
  const attachment =
    cid === undefined ? undefined : { id: cid, complete: readAttachmentTransform(transforms) }
  const read = attachment ? NO_TRANSFORMS : readTransforms(transforms)
  return { element, id, attachment, transforms: read, digestMethod, digest }
}

/** XML Signature §4.4.3.1: of its forms, those that name this document or an element in it. */
function readUri(uri: string | undefined): string {
  if (uri === '') return ''
  const id = uri?.startsWith('#') ? uri.slice(1) : undefined
  if (id !== undefined && isNcName(id)) return id
  throw refused(`the Reference ${uri === undefined ? 'without URI' : JSON.stringify(uri)}`)
}
