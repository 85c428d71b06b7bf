/** Steps: what is signed stands for itself: no prefix that is not signed in it, no block beside it that is not. */
import type { Abortable } from '../../base/ending.js'
import type { Slices } from '../../base/slices.js'
import { ready, type Steps, take } from '../../base/steps.js'
import { isOfSoap } from '../../contract/arrange.js'
import { SecurityFailure } from '../../security/failure.js'
import type { MessageSecurity } from '../../security/message-security.js'
import type { Policy } from '../../security/policies.js'
import { markingUnsigned } from '../../security/signed-scopes.js'
import { type IsHarmless, unsignedValues } from '../../security/unsigned-values.js'
import { isCovered, type Tied } from '../../security/verdict.js'
import { type EnvelopeLimits, readEnvelope } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import type { XmlElement } from '../../xml/tree.js'
import { atBlock, failureOf } from '../state/failure.js'
import { documentOf } from '../state/makers.js'
import { step } from '../state/step.js'
import type { Document, Route, Taken, Understood, UnderstoodBlock } from '../state/values.js'
import { refusalOf, refusingUnproven } from './refusal-of.js'

export interface Marking extends MarkingParts {
  readonly security: MessageSecurity | undefined
}

/**
 * In what is signed, nobody takes a prefix in a value for something that is not: a document in which such prefixes are
 * marked is read again.
 *
 * @throws SoapFault Client, or Refused, for a message with such values that this node would sign again
 */
export const mark = step({
  name: 'mark',
  takes: ['arrival', 'document', 'route', 'understood', 'verified'],
  gives: 'document',
  proves: true,
  run(taken, exchange, parts: Marking) {
    const { security } = parts
    const { document, verified } = taken
    if (!security || verified.verdict.signatures.length === 0) return document
    return take(refusingUnproven(marked(taken, security, exchange, parts), taken))
  },
})

function* marked(
  taken: Taken<'document' | 'route' | 'verified'>,
  security: MessageSecurity,
  signal: Abortable,
  parts: Marking,
): Steps<Document> {
  const { document } = taken
  const { envelope, inclusions, attachments, opened } = document
  const root = yield* markUnsigned(taken, security, signal, parts)
  if (root === envelope.root) return document
  return documentOf(
    readEnvelope(root, envelope.source, parts.versions, parts.limits),
    inclusions,
    attachments,
    opened,
  )
}

/**
 * Blocks that are not signed are left aside, as those that are not understood; mandatory ones cannot be.
 *
 * @throws SoapFault Client, or Refused
 */
export const leaveUnsigned = step({
  name: 'leave-unsigned',
  takes: ['arrival', 'route', 'understood', 'verified'],
  gives: 'understood',
  proves: true,
  run(taken) {
    const { understood, verified } = taken
    if (verified.verdict.signatures.length === 0) return understood
    try {
      return onlySigned(understood, verified.verdict)
    } catch (error) {
      const { thrown, actor } = failureOf(error)
      throw thrown instanceof SecurityFailure ? refusalOf(thrown, taken, actor) : error
    }
  },
})

/** @throws SecurityFailure */
function onlySigned(understood: Understood, verdict: Tied): Understood {
  const isSigned = ({ block, registered }: UnderstoodBlock) =>
    registered.kind === 'own' || isCovered(verdict, block.element)
  const unsigned = understood.blocks.find((one) => one.block.mustUnderstand && !isSigned(one))
  if (unsigned) {
    const { name } = unsigned.block
    const why = new SecurityFailure('InvalidSecurity', `${name} is mandatory and not signed`)
    throw atBlock(why, unsigned.block)
  }
  refuseUnsignedAddresses(understood, verdict)
  return { ...understood, blocks: Object.freeze(understood.blocks.filter(isSigned)) }
}

/** Who changes an address for answers on the way gets them. */
function refuseUnsignedAddresses({ own, blocks }: Understood, verdict: Tied): void {
  const { addressing } = own.addressing ?? {}
  if (!addressing) return
  const elsewhere = [addressing.replyTo, addressing.faultTo].some((to) => to?.kind === 'elsewhere')
  if (!elsewhere) return
  const addresses = blocks.filter(({ block: { element } }) => ADDRESS_BLOCKS.has(element.local))
  const unsigned = addresses.find(
    ({ block: { element }, registered }) =>
      registered.kind === 'own' &&
      registered.handler.kind === 'addressing' &&
      !isCovered(verdict, element),
  )
  if (unsigned) throw new SecurityFailure('InvalidSecurity', `${unsigned.block.name} is not signed`)
}

const ADDRESS_BLOCKS: ReadonlySet<string> = new Set(['ReplyTo', 'FaultTo', 'From'])

/** What it needs of the parts of the node. */
interface MarkingParts {
  readonly slices: Slices
  readonly versions: SoapVersions
  readonly limits: EnvelopeLimits
}

/**
 * Who signs a message again vouches for its values, and its PrefixLists for what their prefixes stand for.
 *
 * @returns the root of the message, in which such prefixes are refused; the same one if there are none
 * @throws SecurityFailure if there are, and what this node sends on is signed by it
 */
function* markUnsigned(
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
