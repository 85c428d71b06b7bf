/** Step: runs the operation that the body entry calls. */
import { Overdue } from '../base/deadline.js'
import type { Slices } from '../base/slices.js'
import { ready, type Steps } from '../base/steps.js'
import type { EncodingName } from '../contract/encoding/dialect.js'
import type { EncodedOperation } from '../contract/encoding/operation.js'
import { writingValues } from '../contract/values.js'
import { senderOf } from '../message/origin.js'
import type { Exchange, Result } from '../plugin.js'
import { FinalFailure } from '../queue/job.js'
import { type Finding, lineOf } from '../schema/finding.js'
import { isElement, Unwritable } from '../schema/values/index.js'
import type { Sends } from '../security/policies.js'
import type { SoapFault } from '../soap/fault.js'
import type { SoapVersion } from '../soap/version.js'
import { ValidationBusy } from '../validation/children.js'
import { element, type XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import { writing } from '../xml/write.js'
import { Packing } from '../xop/packing.js'
import type { OpenExchange } from './exchange.js'
import type { Processed } from './headers.js'
import type { ProcessorParts } from './parts.js'
import { unsignedRefused } from './refuse-unsigned.js'
import type { RegisteredOperation } from './registered-operation.js'
import { readable } from './thrown.js'

export type Acted =
  /** The answer of the operation: what stands in Body, the entry first; without one the Body is empty. */
  | {
      readonly kind: 'result'
      readonly entries: readonly XmlElement[]
      /** Parts that stand for text in it. Default: there are none, and the sender takes none. */
      readonly bytes?: Packing | undefined
    }
  /** A one-way operation has run. */
  | { readonly kind: 'accepted' }

/**
 * @throws SoapFault or Error: what the operation threw
 * @throws FinalFailure for an answer that does not match its schema: the operation would run again
 */
export function* dispatch(
  processed: Processed,
  exchange: Pick<OpenExchange, 'returned'>,
  { slices, limits, security }: ProcessorParts,
): Steps<Acted> {
  const { call, seen, version } = processed
  if (!call) return { kind: 'result', entries: [] }
  const { registered, parameters, encoding } = call
  // BP R1028: as in headers.ts, an exchange that was aborted goes no further.
  seen.throwIfAborted()
  try {
    const result = yield* ready(registered.operation.invoke(parameters, seen))
    exchange.returned()
    if (registered.operation.exchange === 'one-way') return { kind: 'accepted' }
    if (encoding && registered.encoded) {
      const writing = encodedAnswer(registered, registered.encoded, result, encoding, version)
      return { kind: 'result', entries: yield* ready(slices.run(writing, seen)) }
    }
    const sends = sendsOf(processed, security)
    const bytes = new Packing(takesMtom(processed, registered, sends))
    const writing = () => slices.run(answerEntry(registered, result, bytes), seen)
    let entry = yield* ready(writing())
    while (bytes.isMissing) {
      if (bytes.missing > limits.loaded) {
        throw wrongAnswer(registered, `its bytes are more than ${limits.loaded}, and no parts`)
      }
      yield* ready(bytes.load())
      entry = yield* ready(writing())
    }
    if (sends && bytes.size > limits.loaded) {
      throw wrongAnswer(registered, `its bytes are more than ${limits.loaded}, and signed`)
    }
    if (entry) yield* checkAnswer(registered, entry, bytes, processed, slices)
    return { kind: 'result', entries: entry ? [entry] : [], bytes }
  } catch (thrown) {
    throw unsignedRefused(final(registered, readable(thrown)), processed)
  }
}

/** What the operation could not write would not be written the next time, either. */
function final(registered: RegisteredOperation, thrown: SoapFault | Error): SoapFault | Error {
  return thrown instanceof Unwritable ? wrongAnswer(registered, thrown.message) : thrown
}

function sendsOf({ sealing }: Processed, security: ProcessorParts['security']): Sends | undefined {
  return sealing && security?.policies.named(sealing.policy)?.sends
}

/** What is encrypted has its bytes in it. */
function takesMtom(
  { message }: Processed,
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
    return yield* writingValues(response, result, answer, answers !== undefined, bytes.pack)
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
  encoding: EncodingName,
  version: SoapVersion,
): Walk<readonly XmlElement[]> {
  if (result && isElement(result)) return [result]
  const { response } = registered
  if (response === undefined) return []
  try {
    const how = { encoding, version, result: named, checked }
    return yield* codec.writing(response, result || {}, how)
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    throw wrongAnswer(registered, error.message)
  }
}

function wrongAnswer({ operation, plugin }: RegisteredOperation, what: string): FinalFailure {
  const sentence = `the plugin ${plugin} gave ${operation.name} an answer that does not match its schema`
  return new FinalFailure(`${sentence}: ${what}`)
}

/** The operation has run: an answer that cannot be checked now is sent as it is. */
function* checkAnswer(
  registered: RegisteredOperation,
  entry: XmlElement,
  bytes: Packing,
  { message, seen }: Processed,
  slices: Slices,
): Steps<void> {
  const { answers } = registered
  if (!answers) return
  const from = senderOf(message.origin)
  const findings = yield* uncheckedIfLate(seen, () =>
    answers.findings({
      arranging: () => entry,
      included: bytes.mtom,
      text: async () => slices.run(writing(entry), seen),
      from,
      slices,
      signal: seen,
    }),
  )
  if (findings.length > 0) throw wrongAnswer(registered, findings.map(lineOf).join(' '))
}

/** Only what is asked of another process can be late. */
function* uncheckedIfLate(
  exchange: Exchange,
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
