/** Step: validates the header blocks for this node, and the body entry if it is for this node. */
import { Overdue } from '../../base/deadline.js'
import type { Slices } from '../../base/slices.js'
import { inOrder, type Pending, rescued, then } from '../../base/steps.js'
import { type ParameterOrder, withoutSoap } from '../../contract/arrange.js'
import type { EncodedOperation } from '../../contract/encoding/operation.js'
import { withoutIds } from '../../contract/message-ids.js'
import type { TypedElement } from '../../contract/typed-schema.js'
import { readingValues } from '../../contract/values.js'
import { accepts } from '../../message/accepted-actions.js'
import { senderOf } from '../../message/origin.js'
import type { Value } from '../../plugin.js'
import { type Finding, lineOf } from '../../schema/finding.js'
import { lackOf } from '../../security/admission.js'
import { checkEncodingStyle } from '../../soap/encoding-style.js'
import type { Envelope } from '../../soap/envelope.js'
import { badArguments, blockMismatch, type FaultScope, SoapFault } from '../../soap/fault.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import { isWalk, once } from '../../xml/walk.js'
import { isUnclear } from '../facts/called-by.js'
import { loadIncluded } from '../facts/load-included.js'
import { Refused } from '../facts/refused.js'
import { handlerOf, type RegisteredHandler } from '../parts/handler-table.js'
import type { ProcessorLimits } from '../parts/limits.js'
import type { OperationTable } from '../parts/operation-table.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'
import { atBlock } from '../state/failure.js'
import { longStep } from '../state/step.js'
import type { Call, Taken, Valid } from '../state/values.js'
import { ValidationBusy } from '../validation/children.js'
import type { ArrangedElement, Check, Subject } from '../validation/validator.js'
import { refusingUnsigned } from '../verify/refuse-unsigned.js'
import { notCalled, unclear } from './not-called.js'

/** What it needs of the parts of the node. */
export interface Validating {
  readonly operations: OperationTable
  readonly slices: Slices
  readonly limits: Pick<ProcessorLimits, 'loaded'>
}

type Verified = Taken<
  'arrival' | 'admission' | 'message' | 'document' | 'route' | 'understood' | 'verified'
>

/**
 * @throws SoapFault Client for a block or entry that breaks its schema, an operation that does not
 *   exist, or a SOAPAction that the operation does not have; DataEncodingUnknown
 * @throws SoapFault Client for what takes too long to be checked, Server for what has to wait too long
 * @throws Refused forbidden or unauthenticated, for what a sender that no rule admits may not call
 * @throws SoapFault Client, or Refused, for signed values whose prefixes are not
 */
export const validate = longStep({
  name: 'validate',
  takes: ['arrival', 'admission', 'message', 'document', 'route', 'understood', 'verified'],
  gives: 'valid',
  run(taken, signal, { operations, slices, limits }: Validating) {
    const work = { slices, signal, loaded: limits.loaded }
    return refusingUnsigned(() => validated(taken, operations, work), taken)
  },
})

function validated(verified: Verified, operations: OperationTable, work: Work): Pending<Valid> {
  const { route, admission, understood } = verified
  const ours = route.role === 'ultimate-receiver'
  if (admission.publicOnly && !(ours && isPublic(verified.verified))) {
    const lack = lackOf(verified.message, admission.peer)
    throw new Refused(lack, 'no rule admits its sender, and the operation is not public')
  }
  const checked = inOrder(understood.blocks, ({ block, registered }) =>
    rescued(
      () =>
        checkBlock(block.element, handlerOf(registered, verified.verified.called), verified, work),
      (error) => {
        throw atBlock(error, block)
      },
    ),
  )
  const find = () => then(findCall(verified, operations, work), (call) => ({ call }))
  if (!ours) return then(checked, () => NO_CALL)
  return checked ? checked.then(find) : find()
}

const NO_CALL: Valid = { call: undefined }

function checkBlock(
  block: XmlElement,
  { schema }: RegisteredHandler,
  verified: Verified,
  work: Work,
): Pending<void> {
  const { envelope } = verified.document
  const { version } = envelope
  checkEncodingStyle(block, envelope, 'header')
  const declared = schema?.compiled?.components.elements.get(clarkName(block))
  const arranging = () => withoutIds(withoutSoap(block, version.namespace), declared?.type)
  const subject = subjectOf(arranging, arrangedElement(block, undefined, verified), verified, work)
  return then(findingsOf(schema, subject, 'header'), (findings) => {
    if (findings.length > 0) throw blockMismatch(findings.map(lineOf))
  })
}

/** A sender that no rule admits may call public operations only; its messages are not sent on, either. */
function isPublic({ called }: Verified['verified']): boolean {
  return called?.operation.public === true
}

function findCall(
  verified: Verified,
  operations: OperationTable,
  work: Work,
): Pending<Call | undefined> {
  const { document, message, understood } = verified
  const { called: registered } = verified.verified
  const [sent, ...more] = document.envelope.entries
  if (more.length > 0 && !registered?.encoded) {
    throw badArguments('Body must hold one entry, the operation.')
  }
  if (!sent && isUnclear(verified, operations)) throw unclear(verified)
  if (!sent) return registered && { registered, entry: undefined, parameters: {} }
  if (!registered) throw notCalled(sent, verified, operations)
  // An addressed message says its action twice: the checks of addressing tell which one is wrong.
  if (!understood.own.addressing) checkAction(registered, message.action)
  const { encoded, operation } = registered
  const loaded =
    operation.values?.binary === 'stream' ? undefined : loadIncluded(verified, work.loaded)
  const read = () =>
    encoded
      ? decoded(registered, encoded, verified, work)
      : literal(sent, registered, verified, work)
  return loaded ? loaded.then(read) : read()
}

/** The call of an entry that says what its schema says, in any order of parameters. */
function literal(
  sent: XmlElement,
  registered: RegisteredOperation,
  verified: Verified,
  work: Work,
): Pending<Call> {
  const { envelope } = verified.document
  checkEncodingStyle(sent, envelope, 'body')
  const { request } = registered
  const arranging = arrangedOnce(sent, request, envelope.version.namespace)
  const arranged = arrangedElement(sent, request?.order, verified)
  const subject = subjectOf(arranging, arranged, verified, work)
  return then(checkedEntry(registered, subject), ({ findings, value }) => {
    if (findings.length > 0) {
      throw badArguments('The arguments do not match the schema.', findings.map(lineOf))
    }
    const { slices, signal } = work
    const made = arranging()
    return then(isWalk(made) ? slices.run(made, signal) : made, (entry) => {
      const read =
        value && request ? request.named(value.read, entry) : readingValues(entry, request)
      const values = isWalk(read) ? slices.run(read, signal) : read
      return then(values, (parameters) => ({ registered, entry, parameters }))
    })
  })
}

function arrangedOnce(
  sent: XmlElement,
  request: TypedElement | undefined,
  envelope: string,
): Subject['arranging'] {
  return request ? once(() => request.arranged(sent, envelope)) : () => sent
}

/** SOAP 1.1 §5, SOAP 1.2 Part 2 §3: what is not declared, and does not match, is found while it is decoded. */
function decoded(
  registered: RegisteredOperation,
  { codec }: EncodedOperation,
  { document: { envelope }, understood }: Verified,
  { slices, signal }: Work,
): Pending<Call | undefined> {
  // Only blocks that are ours, and signed where that is asked for.
  const blocks = understood.blocks.map(({ block }) => block.element)
  return then(
    slices.run(codec.reading(envelope, blocks), signal),
    (read) =>
      read && { registered, entry: read.entry, parameters: read.values, encoding: read.encoding },
  )
}

interface CheckedEntry {
  readonly findings: readonly Finding[]
  /** What was read of it while it was checked; undefined if it was not. */
  readonly value?: { readonly read: Value } | undefined
}

function checkedEntry(
  { schema, request }: RegisteredOperation,
  subject: Subject,
): Pending<CheckedEntry> {
  const { reading } = schema ?? {}
  if (!reading || !request) {
    return then(findingsOf(schema, subject, 'body'), (findings) => ({ findings }))
  }
  return then(reading(subject, request.fold), ({ findings, value: read }) => ({
    findings,
    value: { read },
  }))
}

/** What does the work on large elements, and what ends it. */
interface Work extends Pick<Subject, 'slices' | 'signal'> {
  readonly loaded: number
}

function subjectOf(
  arranging: Subject['arranging'],
  text: ArrangedElement,
  { message, document: { inclusions } }: Verified,
  { slices, signal }: Work,
): Subject {
  const from = senderOf(message.origin)
  return {
    arranging,
    text,
    included: inclusions !== undefined && inclusions.all.length > 0,
    from,
    slices,
    signal,
  }
}

function arrangedElement(
  element: XmlElement,
  order: ParameterOrder | undefined,
  { document: { envelope } }: Verified,
): ArrangedElement {
  return new InEnvelope(element, envelope, order)
}

/** Only what another process is to check is cut out of the text, which a long message has if somebody asks for it. */
class InEnvelope implements ArrangedElement {
  readonly element: XmlElement
  readonly envelope: string
  readonly order: ParameterOrder | undefined
  readonly #in: Pick<Envelope, 'source'>

  constructor(element: XmlElement, envelope: Envelope, order: ParameterOrder | undefined) {
    this.element = element
    this.envelope = envelope.version.namespace
    this.order = order
    this.#in = envelope
  }

  get source(): string {
    return this.#in.source
  }
}

/**
 * @param scope  where the faults belong
 * @throws SoapFault Client for what takes too long to be checked, as it would the next time too; Server
 *   for what has to wait
 */
function findingsOf(
  check: Check | undefined,
  subject: Subject,
  scope: FaultScope,
): Pending<readonly Finding[]> {
  if (!check) return NO_FINDINGS
  return rescued(
    () => check.findings(subject),
    (cause) => {
      // Only what is asked of another process can be late.
      if (cause instanceof Overdue) {
        const reason = 'The message takes too long to be checked against its schema.'
        throw new SoapFault({ code: 'Client', reason, scope }, { cause })
      }
      if (cause instanceof ValidationBusy) {
        const reason = 'The node is busy with the checks of other messages.'
        throw new SoapFault({ code: 'Server', reason, scope }, { cause })
      }
      throw cause
    },
  )
}

const NO_FINDINGS: readonly Finding[] = []

/** SOAP 1.1 §6.1.1: `""` means that the intent is in the address of the request; an absent one means nothing. */
function checkAction({ actions }: RegisteredOperation, action: string | undefined): void {
  if (!action || accepts(actions, action)) return
  throw new SoapFault({
    code: 'Client',
    reason: 'The SOAPAction is not the one of the operation in Body.',
  })
}
