/** Step: opens the security blocks for this node; what came encrypted is a second document. */
import type { Abortable } from '../../base/ending.js'
import type { Slices } from '../../base/slices.js'
import { ready, type Steps, take } from '../../base/steps.js'
import { wallTime } from '../../base/time.js'
import type { MessageCredentials } from '../../message/credentials.js'
import type { Attachment } from '../../message/message.js'
import type { Inclusions } from '../../message/xop/inclusions.js'
import type { MessageSecurity } from '../../security/message-security.js'
import { opening, proveAttachments, proveUsers } from '../../security/open.js'
import type { Peers } from '../../security/peers/peers.js'
import { trustFrom } from '../../security/peers/trust-from.js'
import type { Verdict } from '../../security/verdict.js'
import type { Envelope, EnvelopeLimits } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import type { XmlLimits } from '../../xml/limits.js'
import { loadIncluded, loading } from '../facts/load-included.js'
import { weakFor } from '../facts/policies-for.js'
import type { ProcessorLimits } from '../parts/limits.js'
import type { OperationTable } from '../parts/operation-table.js'
import { documentOf } from '../state/makers.js'
import { longStep } from '../state/step.js'
import type { ArrivedMessage, Document, Opened, Taken } from '../state/values.js'
import { refusingUnproven } from './refusal-of.js'

/** What it needs of the parts of the node. */
export interface VerifyingParts extends Omit<OpeningParts, 'security'> {
  readonly security: MessageSecurity | undefined
}

/**
 * What came encrypted is checked against the steps before this one again, as its text says something else now.
 *
 * @throws SoapFault Client for a security block that does not hold
 * @throws Refused forbidden for such an answer: whoever waits for it goes on waiting
 */
export const verify = longStep({
  name: 'verify',
  takes: ['arrival', 'message', 'document', 'route', 'understood'],
  gives: 'document',
  proves: true,
  run(taken, exchange, parts: VerifyingParts) {
    const { document, understood } = taken
    const { security } = parts
    const { security: blocks } = understood.own
    if (!security || blocks.length === 0) return document
    // XOP §3: signatures cover the text that bytes stand for; ciphertexts are bounded before a key is used.
    const loaded = loadIncluded(taken, parts.limits.loaded)
    const open = () => take(reopened(taken, blocks, exchange, { ...parts, security }))
    return loaded ? loaded.then(open) : open()
  },
})

function* reopened(
  taken: Taken<'arrival' | 'message' | 'document' | 'route' | 'understood'>,
  blocks: Opened['blocks'],
  signal: Abortable,
  parts: OpeningParts,
): Steps<Document> {
  const opened = yield* refusingUnproven(openBlocks(taken, signal, parts), taken)
  const { envelope, verdict, attachments, inclusions } = opened
  const reveals = isRevealed(taken.document.inclusions, inclusions)
  return documentOf(envelope, inclusions, attachments, { verdict, blocks, reveals })
}

/** True if decryption has brought an Include to light. */
function isRevealed(before: Inclusions | undefined, after: Inclusions | undefined): boolean {
  const there = new Set(before?.all.map(({ part }) => part))
  return after?.all.some(({ part }) => !there.has(part)) ?? false
}

/** What it needs of the parts of the node. */
interface OpeningParts {
  readonly security: MessageSecurity
  readonly operations: OperationTable
  readonly versions: SoapVersions
  readonly limits: XmlLimits & EnvelopeLimits & Pick<ProcessorLimits, 'loaded'>
  readonly slices: Slices
  readonly peers: Peers
  readonly credentials: MessageCredentials
}

interface OpenedMessage {
  readonly envelope: Envelope
  readonly verdict: Verdict
  /** What is left of them: without parts that stood for text of the blocks. */
  readonly attachments: readonly Attachment[]
  readonly inclusions: Inclusions | undefined
}

/** @throws SecurityFailure, NotChecked */
function* openBlocks(
  taken: Taken<'arrival' | 'message' | 'document' | 'route' | 'understood'>,
  signal: Abortable,
  { security, operations, versions, limits, slices, credentials, peers }: OpeningParts,
): Steps<OpenedMessage> {
  const { arrival, message, document, understood } = taken
  const { trust, keys, clockSkew, strict } = security
  const { accepted } = arrival
  const { envelope, inclusions } = document
  const { attachments, spool } = message
  const { address } = message.origin.peer
  const receivedHere = isReceivedHere(arrival)
  const walk = opening({
    envelope,
    blocks: understood.own.security,
    trust: receivedHere ? trustFrom(trust, peers, address) : trust,
    keys,
    at: accepted ?? wallTime(),
    clockSkew,
    fresh: accepted === undefined,
    attachments,
    beside: attachments.reduce((sum, { content }) => sum + content.size, 0),
    inclusions,
    load: (decrypted) => loading(decrypted, spool, limits.loaded),
    secure: message.origin.peer.tls !== undefined,
    strict,
    digest: receivedHere ? (prove) => credentials.digest(prove, address) : undefined,
    // Of suites of policies that may hold.
    weak: weakFor(taken, security, operations),
    versions,
    limits,
  })
  const opened = yield* ready(slices.run(walk, signal))
  const checkPassword = async (user: string, password: string) =>
    (await credentials.password(user, password, address)) ??
    (receivedHere ? undefined : await trust.checkPassword(user, password))
  const verdict = yield* ready(proveUsers(opened, { checkPassword }))
  const { pending, work, spent } = opened
  const proven = yield* ready(proveAttachments({ pending, verdict, work }, message))
  const left =
    spent.size === 0
      ? proven.attachments
      : proven.attachments.filter(({ id }) => id === undefined || !spent.has(id))
  return { ...opened, verdict: proven.verdict, attachments: left }
}

/**
 * True if `hosts` are asked where a message comes from: where a message of the queue came from was asked when it was
 * accepted, and what comes on a connection of this node's own comes from where it was made to.
 */
function isReceivedHere({ accepted, request }: ArrivedMessage): boolean {
  return request === undefined && accepted === undefined
}
