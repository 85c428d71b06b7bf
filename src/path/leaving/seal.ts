/** Step: signs and encrypts what leaves this node, as the policy says that holds for it. */
import type { Abortable } from '../../base/ending.js'
import { type Pending, ready, type Steps, take } from '../../base/steps.js'
import { wallTime } from '../../base/time.js'
import { Inclusions } from '../../message/xop/inclusions.js'
import { type AttachmentSealing, sealAttachments } from '../../security/attachments/seal.js'
import type { SigningKey } from '../../security/keys.js'
import type { MessageSecurity } from '../../security/message-security.js'
import { ATTACHMENTS } from '../../security/parts.js'
import type { Policy, Sends } from '../../security/policies.js'
import { preparing } from '../../security/prepare.js'
import { type Sealed, type Sealing, sealing } from '../../security/seal.js'
import { sealedBy } from '../../security/sealed-by.js'
import { suiteNamed, suiteOf } from '../../security/suite.js'
import { oaepFor } from '../../security/weak.js'
import { MEDIA_TYPES } from '../../soap/version.js'
import type { AnswerSealing } from '../../store/queue/job.js'
import type { Attachment, OutboundMessage, Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { loading } from '../facts/load-included.js'
import { isEvidence } from '../facts/sealing-of.js'
import { unpacking } from '../facts/unpack.js'
import { onwardOf } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import { step } from '../state/step.js'
import type { SealedRequest } from '../state/values.js'
import type { StateView } from '../state/view.js'

type Answer = Extract<Outcome, { readonly kind: 'reply' | 'fault' }>

/**
 * Seals the answer to a message that met its policies. What was refused before gets no signature: it would cost more
 * to answer than to ask.
 *
 * @throws EvidenceUnavailable
 */
export function sealAnswer(
  outcome: Answer,
  verified: Pick<NonNullable<StateView['verified']>, 'sealing'> | undefined,
  exchange: OpenExchange,
  parts: SealingParts,
): Pending<Answer> {
  const { security } = parts
  const sealing = verified?.sealing
  return sealing && security
    ? take(answerSealed(outcome, sealing, exchange, { ...parts, security }))
    : outcome
}

function* answerSealed(
  outcome: Answer,
  sealing: AnswerSealing,
  exchange: OpenExchange,
  parts: Secured,
): Steps<Answer> {
  const { security } = parts
  const { sends } = security.policies.named(sealing.policy) ?? {}
  const { message } = outcome
  const timedSeal = parts.timed('seal', seal)
  const sealed = sends && (yield* ready(timedSeal(message, { ...sealing, sends }, exchange, parts)))
  const answered = sealed ? { ...outcome, message: sealed.message } : outcome
  if (sealing.evidence) yield* recordSent(answered.message, sealing.policy, exchange, parts)
  return answered
}

/**
 * Seals what is sent to a destination.
 *
 * @throws EvidenceUnavailable
 */
export const sealRequest = step({
  name: 'seal',
  takes: ['route', 'passage'],
  gives: 'sealed',
  run({ route, passage }, exchange, parts: SealingParts) {
    const { destination } = onwardOf(route)
    return take(sealedFor(passage.message, destination, exchange, parts))
  },
})

/** What it needs of the parts of the node. */
export type SealingParts = Pick<
  ProcessorParts,
  'security' | 'timed' | 'slices' | 'versions' | 'limits' | 'evidence'
>

function* sealedFor(
  message: OutboundMessage,
  destination: string | undefined,
  exchange: OpenExchange,
  parts: SealingParts,
): Steps<SealedRequest> {
  const { security } = parts
  const policies = security?.policies.ofDestination(destination) ?? NONE
  const [first] = policies
  if (!security || !first) return { message, signatures: [] }
  const { sends } = policies.find((policy) => policy.sends) ?? first
  const wanted = { to: sends?.to ?? first.peers?.[0], confirm: [], suite: suiteOf(policies)?.name }
  const timedSeal = parts.timed('seal', seal)
  const sealed =
    sends &&
    (yield* ready(timedSeal(message, { ...wanted, sends }, exchange, { ...parts, security })))
  const sent = sealed ?? { message, signatures: [] }
  if (isEvidence(policies)) yield* recordSent(sent.message, first.name, exchange, parts)
  return sent
}

const NONE: readonly Policy[] = []

/** What is known of who gets it, and of what it answers. */
interface Wanted extends Pick<AnswerSealing, 'to' | 'confirm' | 'suite' | 'algorithm'> {
  /** How the policy has it sealed. */
  readonly sends: Sends
}

/** The parts of a node that has any security. */
type Secured = SealingParts & { readonly security: MessageSecurity }

function seal(
  message: OutboundMessage,
  wanted: Wanted,
  signal: Abortable,
  parts: Secured,
): Pending<SealedRequest> {
  return take(requestSealed(message, wanted, signal, parts))
}

function* requestSealed(
  message: OutboundMessage,
  wanted: Wanted,
  signal: Abortable,
  { security, slices, versions, limits }: Secured,
): Steps<SealedRequest> {
  const { sends } = wanted
  const options = optionsOf(wanted, security, versions)
  const { packed, ...whole } = yield* ready(
    slices.run(
      preparing(message, options, (inclusions) => loading(inclusions, undefined, limits.loaded)),
      signal,
    ),
  )
  const { attachments = [] } = packed
  const beside =
    asksFor(sends, attachments) &&
    (yield* ready(sealAttachments(attachments, besideOf(sends, options))))
  const input = { ...options, ...whole, attached: beside ? beside.sealed : undefined }
  const sealed: Sealed = yield* ready(slices.run(sealing(packed.body, input), signal))
  const sent = { ...message, ...packed, body: sealed.text }
  return {
    message: beside ? { ...sent, attachments: beside.attachments } : sent,
    signatures: sealed.signatures,
  }
}

function asksFor({ sign, encrypt }: Sends, attachments: readonly Attachment[]): boolean {
  return attachments.length > 0 && [...sign, ...encrypt].includes(ATTACHMENTS)
}

function besideOf({ sign, encrypt }: Sends, { cipher, signedBy }: Sealing): AttachmentSealing {
  return {
    sign: sign.includes(ATTACHMENTS),
    encrypt: encrypt.includes(ATTACHMENTS),
    cipher,
    digest: signedBy?.digest,
  }
}

function optionsOf(
  { sends, to, confirm, suite, algorithm }: Wanted,
  security: MessageSecurity,
  versions: ProcessorParts['versions'],
): Sealing {
  const { form, sign, encrypt, order, reference, actor, user, password } = sends
  const timestamp = form === 'wss' && sends.timestamp !== false ? sends.timestamp : undefined
  const receiver = encrypt.length > 0 && to !== undefined ? security.trust.encryptTo(to) : undefined
  return {
    form,
    // A Timestamp that nobody has signed says nothing.
    sign: timestamp && sign.length > 0 ? [...new Set([...sign, 'Timestamp'])] : sign,
    encrypt,
    order,
    key: sign.length > 0 ? signingKey(sends, to, security) : undefined,
    to: receiver,
    reference,
    ...sealedBy(sends, {
      suite: suiteNamed(suite),
      requested: algorithm,
      to: receiver,
      oaep: to === undefined ? undefined : oaepFor((one) => security.trust.allows(one, to)),
    }),
    timestamp,
    user:
      user === undefined || password === undefined
        ? undefined
        : { name: user, password, form: sends.passwordType },
    actor,
    confirm,
    at: wallTime(),
    versions,
  }
}

function signingKey(
  { mac, algorithm }: Sends,
  peer: string | undefined,
  { trust, signing }: MessageSecurity,
): SigningKey | undefined {
  if (mac) {
    const shared = peer === undefined ? undefined : trust.sharedKey(peer)
    return shared && { kind: 'mac', key: shared.key, name: shared.name }
  }
  return signing && { kind: 'signature', own: signing, algorithm }
}

/**
 * Keeps what is sent as evidence: it is durable before it is sent.
 *
 * @throws EvidenceUnavailable
 */
export function* recordSent(
  { body, soap, packaging, attachments = [] }: OutboundMessage,
  policy: string,
  exchange: Abortable & { readonly id: string },
  { evidence, slices, limits }: SealingParts,
): Steps<void> {
  if (!evidence) return
  const mediaType = MEDIA_TYPES[soap]
  const bytes = Buffer.from(body, 'utf8')
  const inclusions = packaging === 'xop' ? new Inclusions(attachments) : undefined
  const load = (found: Inclusions) => loading(found, undefined, limits.loaded)
  const message = { body: bytes, mediaType }
  const unpacked =
    inclusions && (yield* ready(slices.run(unpacking(message, inclusions, load), exchange)))
  const entry = {
    direction: 'sent',
    exchange: exchange.id,
    bytes,
    contentType: `${mediaType}; charset=UTF-8`,
    ...unpacked,
    policy,
    signatures: [],
  } as const
  yield* ready(evidence.append(entry))
}
