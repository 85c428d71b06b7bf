/** Step: runs the operation that the body entry calls. */
import { after } from '../base/after.js'
import { Overdue } from '../base/deadline.js'
import type { Slices } from '../base/slices.js'
import { writingValues } from '../contract/values.js'
import { senderOf } from '../message/origin.js'
import type { Exchange, Result } from '../plugin.js'
import { FinalFailure } from '../queue/job.js'
import { type Finding, lineOf } from '../schema/finding.js'
import { isElement, Unwritable } from '../schema/values/index.js'
import { ValidationBusy } from '../validation/children.js'
import { element, type XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import { writing } from '../xml/write.js'
import type { Processed } from './headers.js'
import type { RegisteredOperation } from './operation-table.js'
import type { ProcessorParts } from './parts.js'
import { readable } from './thrown.js'

export type Acted =
  /** The answer of the operation; without an entry the Body is empty. */
  | { readonly kind: 'result'; readonly entry: XmlElement | undefined }
  /** A one-way operation has run. */
  | { readonly kind: 'accepted' }

/**
 * @throws SoapFault or Error: what the operation threw
 * @throws FinalFailure for an answer that does not match its schema: the operation would run again
 */
export function dispatch(processed: Processed, { slices }: ProcessorParts): Acted | Promise<Acted> {
  const { call, seen } = processed
  if (!call) return { kind: 'result', entry: undefined }
  const { registered, parameters } = call
  // BP R1028: as in headers.ts, an exchange that was aborted goes no further.
  seen.throwIfAborted()
  try {
    const result = awaited(registered.operation.invoke(parameters, seen))
    const acted = after(result, (given) => actedBy(registered, given, processed, slices))
    return acted instanceof Promise ? acted.catch(refuseReadable) : acted
  } catch (thrown) {
    return refuseReadable(thrown)
  }
}

function refuseReadable(thrown: unknown): never {
  throw readable(thrown)
}

/** A plugin's promise may be of any library. */
function awaited<Given>(given: Given | PromiseLike<Given>): Given | Promise<Given> {
  return isPromiseLike(given) ? Promise.resolve(given) : given
}

function isPromiseLike<Given>(given: Given | PromiseLike<Given>): given is PromiseLike<Given> {
  return (
    typeof given === 'object' &&
    given !== null &&
    'then' in given &&
    typeof given.then === 'function'
  )
}

function actedBy(
  registered: RegisteredOperation,
  result: Result,
  processed: Processed,
  slices: Slices,
): Acted | Promise<Acted> {
  if (registered.operation.exchange === 'one-way') return { kind: 'accepted' }
  return after(slices.run(answerEntry(registered, result), processed.seen), (entry) =>
    after(checkAnswer(registered, entry, processed, slices), () => ({ kind: 'result', entry })),
  )
}

function* answerEntry(registered: RegisteredOperation, result: Result): Walk<XmlElement> {
  const { response, answer, answers } = registered
  if (!result) return element({ name: response, prefix: 'm' })
  if (isElement(result)) return result
  try {
    return yield* writingValues(response, result, answer, answers !== undefined)
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
function checkAnswer(
  registered: RegisteredOperation,
  entry: XmlElement,
  { message, seen }: Processed,
  slices: Slices,
): void | Promise<void> {
  const { answers } = registered
  if (!answers) return
  const from = senderOf(message.origin)
  const found = answers.findings({
    arranging: () => made(entry),
    text: async () => slices.run(writing(entry), seen),
    from,
    slices,
    signal: seen,
  })
  const known = found instanceof Promise ? found.catch(uncheckedIfLate(seen)) : found
  return after(known, (findings) => {
    if (findings.length > 0) throw wrongAnswer(registered, findings.map(lineOf).join(' '))
  })
}

/** It is in its form already. */
// biome-ignore lint/correctness/useYield: it has nothing to wait for
function* made(entry: XmlElement): Walk<XmlElement> {
  return entry
}

/** Only what is asked of another process can be late. */
function uncheckedIfLate(exchange: Exchange): (err: unknown) => readonly Finding[] {
  return (err) => {
    if (!(err instanceof Overdue) && !(err instanceof ValidationBusy)) throw err
    exchange.log.warn({ err }, 'the answer was not checked against its schema')
    return []
  }
}
