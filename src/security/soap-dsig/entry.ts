/** Opens a SOAP-SEC:Signature header entry (SOAP Security Extensions: Digital Signature). */
import type { HeaderBlock } from '../../soap/header-block.js'
import {
  childElements,
  elementText,
  hasText,
  isNamed,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { accepting, type SignatureRules } from '../accept.js'
import { SecurityFailure } from '../failure.js'
import { type CertificateCache, type NamedKey, readX509Data } from '../named-key.js'
import { DS } from '../names.js'
import type { Progress } from '../progress.js'
import type { TrackedRange } from '../tracked-ranges.js'

const rulesFor = (trust: CertificateCache): SignatureRules => ({
  form: 'soap-dsig',
  named: (keyInfo) => namedIn(keyInfo, trust),
})

/** @throws SecurityFailure for a mandatory one that does not hold */
export function* openingEntry(
  { mustUnderstand }: HeaderBlock,
  range: TrackedRange,
  progress: Progress,
): Walk<void> {
  progress.speaks('soap-dsig')
  try {
    yield* accepting(
      signatureIn(progress.elementAt(range)),
      rulesFor(progress.opening.trust),
      progress,
    )
  } catch (error) {
    // SOAP-DSIG §2.2: with mustUnderstand "1" the recipient MUST attempt validation; otherwise it
    // MAY ignore the entry.
    if (mustUnderstand || !(error instanceof SecurityFailure)) throw error
    progress.explain?.(`A signature that is not mandatory is left out: ${error.message}.`, false)
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

function namedIn(keyInfo: XmlElement | undefined, trust: CertificateCache): NamedKey | undefined {
  for (const child of keyInfo ? childElements(keyInfo) : []) {
    if (isNamed(child, DS, 'X509Data')) return readX509Data(child, trust)
    if (isNamed(child, DS, 'KeyName')) return { by: 'name', name: trimXml(elementText(child)) }
  }
  return undefined
}
