/** Writes what an operation has returned as the entries of Body, in the form that its contract says. */
import { Overdue } from '../../base/deadline.js'
import type { Abortable } from '../../base/ending.js'
import { ready, type Steps } from '../../base/steps.js'
import type { EncodingName } from '../../contract/encoding/dialect.js'
import type { EncodedOperation } from '../../contract/encoding/operation.js'
import { writingValues } from '../../contract/values.js'
import { senderOf } from '../../message/origin.js'
import { Packing } from '../../message/xop/packing.js'
import type { Exchange, Result } from '../../plugin.js'
import { type Finding, lineOf } from '../../schema/finding.js'
import { isElement, Unwritable } from '../../schema/values/index.js'
import type { Sends } from '../../security/policies.js'
import type { SoapVersion } from '../../soap/version.js'
import { element, type XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
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
export function* entriesOf(
  result: Result,
  call: Call,
  returned: Returned,
  work: Work,
): Steps<Entries> {
  const { registered, encoding } = call
  try {
    if (encoding && registered.encoded) {
      const { version } = returned.document.envelope
      const walk = encodedAnswer(registered, registered.encoded, result, { encoding, version })
      return { entries: yield* ready(work.parts.slices.run(walk, work.exchange)) }
    }
    return yield* literal(result, registered, returned, work)
  } catch (thrown) {
    throw unsignedRefused(final(registered, readable(thrown)), returned)
  }
}

function* literal(
  result: Result,
  registered: RegisteredOperation,
  returned: Returned,
  work: Work,
): Steps<Entries> {
  const { exchange } = work
  const { slices, limits, security } = work.parts
  const sends = sendsOf(returned.verified, security)
  const bytes = new Packing(takesMtom(returned, registered, sends))
  const written = () => slices.run(answerEntry(registered, result, bytes), exchange)
  let entry = yield* ready(written())
  while (bytes.isMissing) {
    if (bytes.missing > limits.loaded) {
      throw wrongAnswer(registered, `its bytes are more than ${limits.loaded}, and no parts`)
    }
    yield* ready(bytes.load())
    entry = yield* ready(written())
  }
  if (sends && bytes.size > limits.loaded) {
    throw wrongAnswer(registered, `its bytes are more than ${limits.loaded}, and signed`)
  }
  if (entry) yield* checkAnswer(registered, { entry, bytes }, returned, work)
  return { entries: entry ? [entry] : [], bytes }
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

function* answerEntry(
  registered: RegisteredOperation,
  result: Result,
  bytes: Packing,
): Walk<XmlElement | undefined> {
  const { response, answer, answers } = registered
  if (!result) return response === undefined ? undefined : element({ name: response, prefix: 'm' })
  if (isElement(result)) return result
  if (response === undefined) {
    if (Object.keys(result).length === 0) return undefined
    throw wrongAnswer(registered, 'its answer has no entry.')
  }
  try {
    return yield* writingValues(response, result, answer, {
      checked: answers !== undefined,
      pack: bytes.pack,
    })
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    // What is not loaded yet may be all that is wrong with it.
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
function* checkAnswer(
  registered: RegisteredOperation,
  { entry, bytes }: { readonly entry: XmlElement; readonly bytes: Packing },
  { message, handled: { seen } }: Taken<'message' | 'handled'>,
  { parts: { slices }, exchange }: Work,
): Steps<void> {
  const { answers } = registered
  if (!answers) return
  const from = senderOf(message.origin)
  const findings = yield* uncheckedIfLate(seen, () =>
    answers.findings({
      arranging: () => entry,
      included: bytes.mtom,
      text: async () => slices.run(writing(entry), exchange),
      from,
      slices,
      signal: exchange,
    }),
  )
  if (findings.length > 0) throw wrongAnswer(registered, findings.map(lineOf).join(' '))
}

/** Only what is asked of another process can be late. */
function* uncheckedIfLate(
  exchange: Pick<Exchange, 'log'>,
  find: () => Findings | Promise<Findings>,
): Steps<Findings> {
  try {
    return yield* ready(find())
  } catch (err) {
    if (!(err instanceof Overdue) && !(err instanceof ValidationBusy)) throw err
    exchange.log.warn({ err }, 'the answer was not checked against its schema')
    return []
  }
}

type Findings = readonly Finding[]
