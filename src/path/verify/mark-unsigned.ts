/** Marks what prefixes in signed values stand for where nobody has signed it, and refuses to sign such values anew. */
import type { Abortable } from '../../base/ending.js'
import type { Slices } from '../../base/slices.js'
import { ready, type Steps } from '../../base/steps.js'
import { isOfSoap } from '../../contract/arrange.js'
import { SecurityFailure } from '../../security/failure.js'
import type { MessageSecurity } from '../../security/message-security.js'
import type { Policy } from '../../security/policies.js'
import { markingUnsigned } from '../../security/signed-scopes.js'
import { type IsHarmless, unsignedValues } from '../../security/unsigned-values.js'
import type { EnvelopeLimits } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import type { XmlElement } from '../../xml/tree.js'
import type { Route, Taken } from '../state/values.js'

/** What it needs of the parts of the node. */
export interface MarkingParts {
  readonly slices: Slices
  readonly versions: SoapVersions
  readonly limits: EnvelopeLimits
}

/**
 * Who signs a message anew vouches for its values, and its PrefixLists for what their prefixes stand for.
 *
 * @returns the root of the message, in which such prefixes are refused; the same one if there are none
 * @throws SecurityFailure if there are, and what this node sends on is signed by it
 */
export function* markUnsigned(
  { document: { envelope }, route, verified }: Taken<'document' | 'route' | 'verified'>,
  { policies }: MessageSecurity,
  signal: Abortable,
  { slices }: MarkingParts,
): Steps<XmlElement> {
  const { root } = envelope
  const { signatures } = verified.verdict
  const made = yield* ready(slices.run(markingUnsigned(root, signatures), signal))
  if (made === root || !signsOn(route, policies)) return made
  const unsigned = yield* ready(slices.run(unsignedValues(made, isTypeOfSoap), signal))
  for (const why of unsigned) throw new SecurityFailure('FailedCheck', why)
  return made
}

function signsOn(route: Route, policies: MessageSecurity['policies']): boolean {
  switch (route.role) {
    case 'ultimate-receiver':
      return false
    case 'intermediary':
      return policies.ofDestination(route.onward.destination).some(signs)
    case 'returning':
      // For whom the answer is signed, only its request says.
      return policies.all.some(signs)
  }
}

const signs = ({ sends }: Policy) => sends !== undefined && sends.sign.length > 0

/** As an RPC caller writes it without a PrefixList; that of an array has its size behind it. */
const isTypeOfSoap: IsHarmless = (name, element) =>
  isOfSoap(name.replace(/(?:\[[\d,]*\])+$/, ''), element)
