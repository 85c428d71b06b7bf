/** Makes forged messages by chance, and says which of them a node would execute. */
import { SecurityFailure } from '../../../src/security/failure.js'
import type { Envelope } from '../../../src/soap/envelope.js'
import { SoapFault } from '../../../src/soap/fault.js'
import { clarkName } from '../../../src/xml/tree.js'
import { Unreadable } from '../../../src/xml/unreadable.js'
import { T } from '../nodes/marking.js'
import type { Random } from '../random.js'
import { attempt, envelopeIn, trustOf } from './attempt.js'
import type { Kit } from './forge/letter.js'
import { lettersOf, operated } from './forge/surgery.js'
import { shown } from './shown.js'

export interface Forgeries {
  /** Messages that say something that alice has not signed, and that a node without security would execute. */
  readonly forged: number
  /** Those of them that would be executed as alice’s. */
  readonly executed: readonly string[]
  /** Changed ones that say what alice has signed, and are executed. */
  readonly harmless: number
}

/** A forged message, with what alice has signed as they are shown. */
export function* forging(
  kit: Kit,
  random: Random,
): Generator<{ readonly text: string; readonly forged: boolean }> {
  const letters = lettersOf(kit)
  const signed = new Set(letters.hers.map((text) => shown(envelopeIn(text))))
  for (;;) {
    const text = operated(kit, random, letters)
    const envelope = executable(text)
    if (envelope && !letters.hers.includes(text))
      yield { text, forged: !signed.has(shown(envelope)) }
  }
}

export function forgeries(kit: Kit, random: Random, count: number): Forgeries {
  const trust = trustOf(kit)
  const executed: string[] = []
  let forged = 0
  let harmless = 0
  for (const made of forging(kit, random)) {
    const runs = isExecuted(made.text, trust, kit.at)
    if (!made.forged) harmless += runs ? 1 : 0
    else {
      forged += 1
      if (runs) executed.push(made.text)
      if (forged === count) break
    }
  }
  return { forged, executed, harmless }
}

/** The envelope of a message whose only entry would be executed where nothing has to be signed. */
function executable(text: string): Envelope | undefined {
  try {
    const envelope = envelopeIn(text)
    const [entry, more] = envelope.entries
    return entry && !more && clarkName(entry) === `{${T}}Mark` ? envelope : undefined
  } catch (error) {
    return refused(error)
  }
}

function isExecuted(text: string, trust: ReturnType<typeof trustOf>, at: number): boolean {
  try {
    return attempt(text, trust, at).executed !== undefined
  } catch (error) {
    return refused(error) ?? false
  }
}

/** Anything else would be a mistake of the node’s. */
function refused(error: unknown): undefined {
  const meant = [SecurityFailure, SoapFault, Unreadable].some((kind) => error instanceof kind)
  if (!meant) throw error
  return undefined
}
