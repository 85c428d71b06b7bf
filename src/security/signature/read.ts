/** Reads a `ds:Signature` strictly: nothing beyond what this node verifies is let through. */
import type { XmlElement } from '../../xml/tree.js'
import { readBase64 } from '../base64.js'
import { MAX_REFERENCES } from '../work.js'
import { ALGORITHMS } from './algorithms.js'
import type { SignatureParts } from './parts.js'
import { checkPssParameters } from './pss.js'
import { readReference } from './reference.js'
import { ALGORITHM, algorithmOf, isDs, partsOf, refused, textOnly, unsupported } from './shape.js'
import { readExclusive } from './transforms.js'

/** Characters of a SignatureValue: no key makes a longer one. */
const MAX_VALUE_LENGTH = 8192

const ID: readonly string[] = ['Id']

/** @throws SecurityFailure */
export function readSignature(element: XmlElement): SignatureParts {
  if (!isDs(element, 'Signature')) throw refused(`${element.local} is not a ds:Signature`)
  // XML Signature §4.1: SignedInfo, SignatureValue, then KeyInfo and Object, which may be left out;
  // an Object is what wrapped elements hide in, and no message needs one.
  const [signedInfo, signatureValue, keyInfo, ...more] = partsOf(element, ID)
  if (!isDs(signedInfo, 'SignedInfo')) throw refused('SignedInfo is not first in Signature')
  if (!isDs(signatureValue, 'SignatureValue')) throw refused('no SignatureValue after SignedInfo')
  const unknown = keyInfo && !isDs(keyInfo, 'KeyInfo') ? keyInfo : more[0]
  if (unknown) throw refused(`Signature holds ${unknown.local}`)
  const [canonicalization, method, ...references] = partsOf(signedInfo, ID)
  if (!isDs(canonicalization, 'CanonicalizationMethod')) {
    throw refused('CanonicalizationMethod is not first in SignedInfo')
  }
  if (!isDs(method, 'SignatureMethod')) throw refused('no SignatureMethod in SignedInfo')
  const value = readBase64(textOnly(signatureValue, ID), 'SignatureValue', MAX_VALUE_LENGTH)
  const inclusive = readExclusive(canonicalization)
  const { algorithm, kind } = readMethod(method)
  return {
    element,
    signedInfo,
    inclusive,
    algorithm,
    kind,
    references: readReferences(references),
    value,
    keyInfo,
  }
}

function readMethod(method: XmlElement): Pick<SignatureParts, 'algorithm' | 'kind'> {
  const algorithm = algorithmOf(method)
  const existing = ALGORITHMS.get(algorithm)
  if (!existing) throw unsupported('the signature algorithm', algorithm)
  const parameters = partsOf(method, ALGORITHM)
  if (parameters.length > 0) checkPssParameters(algorithm, parameters)
  return { algorithm, kind: existing.kind }
}

function readReferences(elements: readonly XmlElement[]): SignatureParts['references'] {
  if (elements.length === 0) throw refused('SignedInfo has no Reference')
  // Each one costs a walk over what it names.
  if (elements.length > MAX_REFERENCES) {
    throw refused(`SignedInfo has more than ${MAX_REFERENCES} References`)
  }
  return elements.map(readReference)
}
