/** How long a proof counts, and how long it is remembered at least: never shorter, or it would count twice. */
import { wallTime } from '../base/time.js'
import {
  type AcceptedSignature,
  isCovered,
  type ProvenUser,
  type Tied,
  type Timestamp,
} from './verdict.js'

const DAY = 86_400_000

/** Milliseconds that a Timestamp without Expires counts from Created: mail may take so long. */
const WITHOUT_EXPIRES = DAY
/** Milliseconds that a Timestamp counts at most, whatever it claims. */
const TIMESTAMP_AT_MOST = 30 * DAY
/** Milliseconds for which a signature without a signed time is remembered: it can be accepted forever. */
const UNDATED = 30 * DAY
/** Username Token Profile 1.1 §3.1: nonces are kept for "a minimum of five minutes"; older ones are refused. */
const DIGEST = 300_000

type Times = Pick<Timestamp, 'created' | 'expires'>

/** When it counts no more, in milliseconds since 1970; undefined if it says nothing of that. */
export function endOfTimestamp({ created, expires }: Times): number | undefined {
  if (created === undefined) return expires
  return Math.min(expires ?? created + WITHOUT_EXPIRES, created + TIMESTAMP_AT_MOST)
}

/** When it begins to count; undefined: at any time before its end. */
export function beginningOfTimestamp({ created, expires }: Times): number | undefined {
  return created ?? (expires === undefined ? undefined : expires - TIMESTAMP_AT_MOST)
}

/** When the digest of a password counts no more. */
export function endOfDigest(created: number): number {
  return created + DIGEST
}

/** The end of a message's signed time; undefined if what its sender has signed says nothing of it. */
export function signedEnd({ timestamp, ...verdict }: Tied): number | undefined {
  return timestamp && isCovered(verdict, timestamp.element) ? endOfTimestamp(timestamp) : undefined
}

/** All signatures of the sender that a signature has named, those that do not count with it among them. */
export function signedBySender({ signatures, apart }: Tied): readonly AcceptedSignature[] {
  const [first] = signatures
  return first ? [...signatures, ...apart.filter(({ peer }) => peer === first.peer)] : []
}

/**
 * Until when its signatures and nonces are remembered, on nodes whose clocks differ.
 *
 * @param clockSkew  milliseconds by which clocks may differ
 */
export function rememberedUntil(verdict: Tied, clockSkew: number, now = wallTime()): number {
  const { signatures, users } = verdict
  const all = signedBySender(verdict)
  // Those that are not tied to these say nothing of the time when they were made.
  const end = all.length > signatures.length ? undefined : signedEnd(verdict)
  const ends = [...(all.length > 0 ? [end ?? now + UNDATED] : []), ...users.map(endOfUser)]
  return Math.max(now, ...ends) + 2 * clockSkew
}

function endOfUser({ digestedAt }: ProvenUser): number {
  return digestedAt === undefined ? 0 : endOfDigest(digestedAt)
}
