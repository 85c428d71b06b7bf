/** Writes what an operation has returned as the entries of Body, in the form that its contract says. */
import { Overdue } from '../../base/deadline.js'
import type { Abortable } from '../../base/ending.js'
import { type Pending, rescued, then } from '../../base/steps.js'
import type { EncodingName } from '../../contract/encoding/dialect.js'
import type { EncodedOperation } from '../../contract/encoding/operation.js'
import { writingValues } from '../../contract/values.js'
import { senderOf } from '../../message/origin.js'
import { Packing } from '../../message/xop/packing.js'
import type { Exchange, Result, Values } from '../../plugin.js'
import { type Finding, lineOf } from '../../schema/finding.js'
import { isElement, Unwritable } from '../../schema/values/index.js'
import type { Sends } from '../../security/policies.js'
import type { SoapVersion } from '../../soap/version.js'
import { type ClarkName, element, type XmlElement } from '../../xml/tree.js'
import { isWalk, type Walk } from '../../xml/walk.js'
import { writing } from '../../xml/write.js'
import { readable } from '../facts/thrown.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'
import type { Call, Taken, Verified } from '../state/values.js'
import { ValidationBusy } from '../validation/children.js'
import { unsignedRefused } from '../verify/refuse-unsigned.js'
import { final, wrongAnswer } from './wrong-answer.js'

/** What stands in Body: the entry first; none are an empty Body. */
export interface Entries {
  readonly entries: readonly XmlElement[]
  /** Parts that stand for text in it. Default: there are none, and the sender takes none. */
  readonly bytes?: Packing | undefined
}

type Returned = Taken<'message' | 'document' | 'route' | 'understood' | 'verified' | 'handled'>

/** What it needs of the parts of the node. */
export type Writing = Pick<ProcessorParts, 'slices' | 'limits' | 'security'>

/** What does the work on large answers, and what it is done for. */
interface Work {
  readonly parts: Writing
  readonly exchange: Abortable
}

/** @throws FinalFailure for an answer that does not match its schema: the operation would run again */
export function entriesOf(
  result: Result,
  call: Call,
  returned: Returned,
  work: Work,
): Pending<Entries> {
  const { registered, encoding } = call
  const { encoded } = registered
  return rescued(
    () =>
      encoding && encoded
        ? encodedEntries(result, { registered, encoded, encoding }, returned, work)
        : literalEntry(result, registered, returned, work),
    (thrown) => {
      throw unsignedRefused(final(registered, readable(thrown)), returned)
    },
  )
}

/** An operation that is called in an encoding. */
interface EncodedCall {
  readonly registered: RegisteredOperation
  readonly encoded: EncodedOperation
  readonly encoding: EncodingName
}

function encodedEntries(
  result: Result,
  { registered, encoded, encoding }: EncodedCall,
  { document }: Returned,
  { parts, exchange }: Work,
): Pending<Entries> {
  const { version } = document.envelope
  const walk = encodedAnswer(registered, encoded, result, { encoding, version })
  return then(parts.slices.run(walk, exchange), (entries) => ({ entries }))
}

function literalEntry(
  result: Result,
  registered: RegisteredOperation,
  returned: Returned,
  work: Work,
): Pending<Entries> {
  const { exchange } = work
  const { slices, limits, security } = work.parts
  const sends = sendsOf(returned.verified, security)
  const bytes = new Packing(takesMtom(returned, registered, sends))
  const written = () => {
    const entry = answerEntry(registered, result, bytes)
    return entry && isWalk(entry) ? slices.run(entry, exchange) : entry
  }
  const checked = (entry: XmlElement | undefined) => {
    if (sends && bytes.size > limits.loaded) {
      throw wrongAnswer(registered, `its bytes are more than ${limits.loaded}, and signed`)
    }
    const entries = { entries: entry ? [entry] : [], bytes }
    return entry
      ? then(checkAnswer(registered, { entry, bytes }, returned, work), () => entries)
      : entries
  }
  const first = written()
  return bytes.isMissing || first instanceof Promise
    ? withBytes(first, bytes, written, () => {
        if (bytes.missing <= limits.loaded) return
        throw wrongAnswer(registered, `its bytes are more than ${limits.loaded}, and no parts`)
      }).then(checked)
    : checked(first)
}

/** Writes it again until all bytes that it needs are loaded. */
async function withBytes(
  first: Pending<XmlElement | undefined>,
  bytes: Packing,
  written: () => Pending<XmlElement | undefined>,
  checkMissing: () => void,
): Promise<XmlElement | undefined> {
  let entry = await first
  while (bytes.isMissing) {
    checkMissing()
    await bytes.load()
    entry = await written()
  }
  return entry
}

function sendsOf({ sealing }: Verified, security: ProcessorParts['security']): Sends | undefined {
  return sealing && security?.policies.named(sealing.policy)?.sends
}

/** What is encrypted has its bytes in it. */
function takesMtom(
  { message }: Taken<'message'>,
  { operation }: RegisteredOperation,
  sends: Sends | undefined,
): boolean {
  if (sends && sends.encrypt.length > 0) return false
  return operation.mtom ?? message.packaging === 'xop'
}

/** What is not loaded yet may be all that is wrong with it: then it is an empty element, for now. */
function answerEntry(
  registered: RegisteredOperation,
  result: Result,
  bytes: Packing,
): XmlElement | undefined | Walk<XmlElement> {
  const { response } = registered
  if (!result) return response === undefined ? undefined : element({ name: response, prefix: 'm' })
  if (isElement(result)) return result
  if (response === undefined) {
    if (Object.keys(result).length === 0) return undefined
    throw wrongAnswer(registered, 'its answer has no entry.')
  }
  return valuesWritten(response, registered, result, bytes)
}

function* valuesWritten(
  response: ClarkName,
  registered: RegisteredOperation,
  result: Values,
  bytes: Packing,
): Walk<XmlElement> {
  const { answer, answers } = registered
  try {
    const how = { checked: answers !== undefined, pack: bytes.pack }
    return yield* writingValues(response, result, answer, how)
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    if (bytes.isMissing) return element({ name: response, prefix: 'm' })
    throw wrongAnswer(registered, error.message)
  }
}

/** SOAP 1.2 Part 2 §4.2.1: an answer is a struct, encoded as the request was. */
function* encodedAnswer(
  registered: RegisteredOperation,
  { codec, result: named, checked }: EncodedOperation,
  result: Result,
  style: { readonly encoding: EncodingName; readonly version: SoapVersion },
): Walk<readonly XmlElement[]> {
  if (result && isElement(result)) return [result]
  const { response } = registered
  if (response === undefined) return []
  try {
    const how = { ...style, result: named, checked }
    return yield* codec.writing(response, result || {}, how)
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    throw wrongAnswer(registered, error.message)
  }
}

/** The operation has run: an answer that cannot be checked now is sent as it is. */
function checkAnswer(
  registered: RegisteredOperation,
  { entry, bytes }: { readonly entry: XmlElement; readonly bytes: Packing },
  { message, handled: { seen } }: Taken<'message' | 'handled'>,
  { parts: { slices }, exchange }: Work,
): Pending<void> {
  const { answers } = registered
  if (!answers) return
  const from = senderOf(message.origin)
  const subject = {
    arranging: () => entry,
    included: bytes.mtom,
    text: async () => slices.run(writing(entry), exchange),
    from,
    slices,
    signal: exchange,
  }
  const found = rescued(
    () => answers.findings(subject),
    (error) => uncheckedIfLate(error, seen),
  )
  return then(found, (findings) => {
    if (findings.length > 0) throw wrongAnswer(registered, findings.map(lineOf).join(' '))
  })
}

/** Only what is asked of another process can be late. */
function uncheckedIfLate(err: unknown, exchange: Pick<Exchange, 'log'>): readonly Finding[] {
  if (!(err instanceof Overdue) && !(err instanceof ValidationBusy)) throw err
  exchange.log.warn({ err }, 'the answer was not checked against its schema')
  return []
}
