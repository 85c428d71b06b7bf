/** Tells which signatures of a message count together: what covers parts of it separately may be of several messages. */
import type { Envelope } from '../soap/envelope.js'
import { isNamed, type XmlElement } from '../xml/tree.js'
import { WSU } from './names.js'
import { type AcceptedSignature, isCoveredBy, type Tied, type Verdict } from './verdict.js'

/**
 * Sorts signatures of one sender. Two of them are of one message if each covers the same Timestamp, or one covers the
 * ds:Signature of the other; so are those that a third one ties. Whoever has messages of that sender could have put
 * any others together.
 *
 * @returns each signature once, in their order
 */
export function groupsOf(
  signatures: readonly AcceptedSignature[],
  { timestamp }: Pick<Verdict, 'timestamp'>,
): readonly (readonly AcceptedSignature[])[] {
  const times = [
    ...(timestamp ? [timestamp.element] : []),
    ...signatures.flatMap(({ covers }) => covers.filter((one) => isNamed(one, WSU, 'Timestamp'))),
  ]
  let groups: (readonly AcceptedSignature[])[] = []
  for (const signature of signatures) {
    const tied = groups.filter((group) => group.some((one) => areTied(one, signature, times)))
    const rest = groups.filter((group) => !tied.includes(group))
    const joined = new Set([...tied.flat(), signature])
    groups = [...rest, signatures.filter((one) => joined.has(one))]
  }
  return groups.toSorted((one, other) => locationOf(one) - locationOf(other))

  function locationOf([first]: readonly AcceptedSignature[]): number {
    return first ? signatures.indexOf(first) : signatures.length
  }
}

function areTied(
  one: AcceptedSignature,
  other: AcceptedSignature,
  times: readonly XmlElement[],
): boolean {
  return (
    endorses(one, other) ||
    endorses(other, one) ||
    times.some((time) => isCoveredBy(one.covers, time) && isCoveredBy(other.covers, time))
  )
}

function endorses({ covers }: AcceptedSignature, { element }: AcceptedSignature): boolean {
  return element !== undefined && isCoveredBy(covers, element)
}

/**
 * What a sender has signed, in each way that counts: whoever judges a message takes the first that may apply to
 * it, and uses nothing else of the message as signed.
 *
 * @param sender  undefined for nobody
 * @returns at least one; those that cover more come first, then those that stand first
 */
export function tiedOf(
  verdict: Verdict,
  sender: string | undefined,
  envelope: Envelope,
): readonly [Tied, ...Tied[]] {
  const own = verdict.signatures.filter(({ peer }) => peer === sender)
  const found = groupsOf(own, verdict)
    .map((group) => ({ group, count: countOf(group, envelope) }))
    .toSorted((one, other) => other.count - one.count)
    .map(({ group }) => reduced(verdict, group))
  const [first = reduced(verdict, []), ...others] = found
  return [first, ...others]
}

function countOf(group: readonly AcceptedSignature[], { body, entries, blocks }: Envelope): number {
  const covers = group.flatMap((one) => one.covers)
  const beside = new Set(group.flatMap(({ attachments = [] }) => attachments))
  const parts = new Set([body, ...entries, ...blocks])
  return [...parts].filter((part) => isCoveredBy(covers, part)).length + beside.size
}

function reduced(verdict: Verdict, signatures: readonly AcceptedSignature[]): Tied {
  const covers = signatures.flatMap((one) => one.covers)
  return {
    ...verdict,
    signatures,
    apart: verdict.signatures.filter((one) => !signatures.includes(one)),
    // WSS 1.1 §8.5.2: "Signature Confirmation elements MUST be signed": others confirm nothing.
    confirmed: verdict.confirmations
      .filter(({ element }) => isCoveredBy(covers, element))
      .map(({ value }) => value),
  }
}
