/** Reads the transforms of a `ds:Reference`: exclusive canonicalization, the enveloped signature, STR-Transform. */
import { attributeOf, isNamed, type XmlElement } from '../../xml/tree.js'
import { ATTACHMENT_COMPLETE, ATTACHMENT_CONTENT, STR_TRANSFORM, WSSE } from '../names.js'
import type { TransformParts } from './parts.js'
import { readPrefixes } from './prefix-list.js'
import {
  ALGORITHM,
  algorithmOf,
  isDs,
  NO_ATTRIBUTES,
  partsOf,
  refused,
  unsupported,
} from './shape.js'
import { ENVELOPED, EXCLUSIVE } from './uris.js'

const MAX_TRANSFORMS = 3

/** @throws SecurityFailure */
export function readTransforms(element: XmlElement): readonly TransformParts[] {
  const transforms = partsOf(element, NO_ATTRIBUTES)
  if (transforms.length > MAX_TRANSFORMS) {
    throw refused(`a Reference has more than ${MAX_TRANSFORMS} Transforms`)
  }
  const read = transforms.map(readTransform)
  const kinds = read.map(({ kind }) => kind).join(', ')
  if (!IN_ORDER.has(kinds)) throw unsupported('the Transforms', kinds)
  return read
}

/**
 * The last transform makes octets, and what came after it would have to read them again; without
 * one, inclusive Canonical XML would make them (XML Signature §4.4.3.2).
 */
const IN_ORDER: ReadonlySet<string> = new Set([
  'exclusive',
  'enveloped, exclusive',
  'str-transform',
])

function readTransform(transform: XmlElement): TransformParts {
  if (!isDs(transform, 'Transform')) throw refused(`Transforms holds ${transform.local}`)
  const algorithm = algorithmOf(transform)
  switch (algorithm) {
    case EXCLUSIVE:
      return { kind: 'exclusive', inclusive: readExclusive(transform) }
    case ENVELOPED:
      if (partsOf(transform, ALGORITHM).length > 0) {
        throw refused('the enveloped signature transform has parameters')
      }
      return { kind: 'enveloped' }
    case STR_TRANSFORM:
      return { kind: 'str-transform', inclusive: readStrTransform(transform) }
    default:
      throw unsupported('the transform', algorithm)
  }
}

/**
 * SwA Profile 1.1 §5.4: an attachment has one of its two transforms, and no other.
 *
 * @returns true if header fields are signed, too
 */
export function readAttachmentTransform(element: XmlElement): boolean {
  const [transform, ...more] = partsOf(element, NO_ATTRIBUTES)
  if (!isDs(transform, 'Transform') || more.length > 0) {
    throw refused('an attachment is signed by other than one Transform')
  }
  const algorithm = algorithmOf(transform)
  if (partsOf(transform, ALGORITHM).length > 0) throw refused('a Transform has parameters')
  if (algorithm === ATTACHMENT_COMPLETE) return true
  if (algorithm === ATTACHMENT_CONTENT) return false
  throw unsupported('the transform of an attachment', algorithm)
}

/** WSS 1.1 §8.3: its parameter is the canonicalization of what the reference stands for. */
function readStrTransform(transform: XmlElement): ReadonlySet<string> {
  const [parameters, other] = partsOf(transform, ALGORITHM)
  if (!parameters || other || !isNamed(parameters, WSSE, 'TransformationParameters')) {
    throw refused('STR-Transform has no TransformationParameters, or more')
  }
  const [method, more] = partsOf(parameters, NO_ATTRIBUTES)
  if (!isDs(method, 'CanonicalizationMethod') || more) {
    throw refused('TransformationParameters has no CanonicalizationMethod, or more')
  }
  return readExclusive(method)
}

/**
 * Reads a method or transform that is exclusive canonicalization.
 *
 * @returns the prefixes of its PrefixList; `''` for `#default`
 */
export function readExclusive(method: XmlElement): ReadonlySet<string> {
  const algorithm = algorithmOf(method)
  if (algorithm !== EXCLUSIVE) throw unsupported('the canonicalization', algorithm)
  const [list, more] = partsOf(method, ALGORITHM)
  if (!list) return NO_PREFIXES
  if (more || !isNamed(list, EXCLUSIVE, 'InclusiveNamespaces')) {
    throw refused(`${method.local} holds more than InclusiveNamespaces`)
  }
  if (partsOf(list, ['PrefixList']).length > 0) throw refused('InclusiveNamespaces holds elements')
  return readPrefixes(attributeOf(list, '', 'PrefixList') ?? '')
}

const NO_PREFIXES: ReadonlySet<string> = new Set()
