/** Opens a SOAP-SEC:Signature header entry (SOAP Security Extensions: Digital Signature). */
import type { HeaderBlock } from '../../soap/header-block.js'
import {
  childElements,
  hasText,
  isNamed,
  textOf,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { accepting, type SignatureRules } from '../accept.js'
import { SecurityFailure } from '../failure.js'
import { type Known, type NamedKey, readX509Data } from '../named-key.js'
import { DS } from '../names.js'
import type { KeptPlace } from '../places.js'
import type { Progress } from '../progress.js'

const rulesFor = (trust: Known): SignatureRules => ({
  form: 'soap-dsig',
  named: (keyInfo) => namedIn(keyInfo, trust),
})

/** @throws SecurityFailure for a mandatory one that does not hold */
export function* openingEntry(
  { mustUnderstand }: HeaderBlock,
  place: KeptPlace,
  progress: Progress,
): Walk<void> {
  progress.speaks('soap-dsig')
  try {
    yield* accepting(
      signatureIn(progress.elementAt(place)),
      rulesFor(progress.given.trust),
      progress,
    )
  } catch (error) {
    // SOAP-DSIG §2.2: with mustUnderstand "1" the recipient MUST attempt validation; otherwise it
    // MAY ignore the entry.
    if (mustUnderstand || !(error instanceof SecurityFailure)) throw error
    progress.tell(`A signature that is not mandatory is left out: ${error.message}.`, false)
    progress.ignores(error.message)
  }
}

/** SOAP-DSIG §2.2: the entry has exactly one ds:Signature, and nothing else. */
function signatureIn(entry: XmlElement): XmlElement {
  const [signature, ...more] = childElements(entry)
  if (signature && more.length === 0 && isNamed(signature, DS, 'Signature') && !hasText(entry)) {
    return signature
  }
  throw new SecurityFailure('InvalidSecurity', 'a Signature entry must have one ds:Signature')
}

function namedIn(keyInfo: XmlElement | undefined, trust: Known): NamedKey | undefined {
  for (const child of keyInfo ? childElements(keyInfo) : []) {
    if (isNamed(child, DS, 'X509Data')) return readX509Data(child, trust)
    if (isNamed(child, DS, 'KeyName')) return { by: 'name', name: trimXml(textOf(child)) }
  }
  return undefined
}
