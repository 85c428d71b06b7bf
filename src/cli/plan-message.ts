/** Shows where one message would go, and why, by the steps of the path, without effects. */

import type { ReplyPolicy } from '../addressing/reply-policy.js'
import { printable } from '../base/printable.js'
import { Slices } from '../base/slices.js'
import { take } from '../base/steps.js'
import { NO_CREDENTIALS } from '../message/credentials.js'
import type { EnvelopeMessage } from '../message/message.js'
import { admit, arrived } from '../path/admit.js'
import { checkOwnBlocks } from '../path/check-own-blocks.js'
import type { HandlerTable } from '../path/handler-table.js'
import type { ProcessorLimits } from '../path/limits.js'
import type { OperationTable } from '../path/operation-table.js'
import { route } from '../path/route.js'
import { type Targeted, target } from '../path/target.js'
import { refuseMissed, understand } from '../path/understand.js'
import { type Valid, validate } from '../path/validate.js'
import { type Verified, verify } from '../path/verify.js'
import { SoapFault } from '../plugin.js'
import type { Routes, Verdict } from '../routing/routes.js'
import type { MessageSecurity } from '../security/message-security.js'
import type { Peers } from '../security/peers/peers.js'
import { Quotas } from '../security/quotas.js'
import { type Envelope, parseEnvelope } from '../soap/envelope.js'
import { actorOf, readHeaderBlock } from '../soap/header-block.js'
import type { SoapVersions } from '../soap/version.js'
import { decodeText } from '../xml/charset.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { wayOf } from './plan-routing.js'

export interface Judging {
  readonly routes: Routes
  readonly operations: OperationTable
  readonly handlers: HandlerTable
  readonly versions: SoapVersions
  readonly policy: ReplyPolicy
  /** URI of this node. */
  readonly node: string
  /** URIs of the actors that the configuration gives this node. */
  readonly actors: readonly string[]
  readonly limits: ProcessorLimits
  readonly security: MessageSecurity | undefined
  readonly peers: Peers
  /** Name of the transport that it comes over. */
  readonly transport: string
  /** Mail addresses of this node that it is sent to. */
  readonly recipients: readonly string[]
}

/** What would happen to a message, section by section. */
export interface Judgement {
  readonly sections: readonly (readonly [title: string, lines: readonly string[]])[]
  /** False if its sender would get a fault, or nothing at all. */
  readonly passes: boolean
}

/** @param destination  the path or local part it is sent to; undefined for the node as a whole */
export async function judge(
  body: Uint8Array,
  destination: string | undefined,
  judging: Judging,
): Promise<Judgement> {
  const { operations, versions, limits } = judging
  if (!operations.has(destination)) {
    const reason = `no plugin has the name ${destination}, and no route that path`
    return { passes: false, sections: [['Way', [`none: ${printable(reason)}`]]] }
  }
  try {
    const envelope = parseEnvelope(decodeText(body), versions, limits)
    const { mediaType } = envelope.version
    // A file says nothing of who sends it.
    const { transport, recipients } = judging
    const origin = { transport, peer: {}, destination, recipients }
    return await judgeEnvelope(
      envelope,
      { kind: 'envelope', origin, body, mediaType, attachments: [] },
      judging,
    )
  } catch (error) {
    return { passes: false, sections: [['Way', [complaintOf(error)]]] }
  }
}

async function judgeEnvelope(
  envelope: Envelope,
  message: EnvelopeMessage,
  judging: Judging,
): Promise<Judgement> {
  const { routes, operations, versions, peers } = judging
  const [entry] = envelope.entries
  const said = entry ? `${clarkName(entry)} in its Body` : 'an empty Body'
  const first = ['Message', [printable(`SOAP ${envelope.version.name}, ${said}`)]] as const
  const asked = ['Routes', verdictLines(routes.explain(envelope, message))] as const
  try {
    const admitted = admit(arrived(message, versions), { operations, peers, quotas: UNCOUNTED })
    const opened = { ...admitted, version: envelope.version, envelope, answers: undefined }
    const routed = route(opened, routes.find)
    const targeted = target(routed, new Set(judging.actors))
    const blocks = ['Header blocks', blockLines(targeted, judging)] as const
    const { way, passes, security } = await wayThrough(targeted, judging)
    const judged = judging.security ? [['Security', security.map(printable)] as const] : []
    return { passes, sections: [first, asked, blocks, ...judged, ['Way', [way]]] }
  } catch (error) {
    return { passes: false, sections: [first, asked, ['Way', [complaintOf(error)]]] }
  }
}

/** A plan uses no quota up. */
const UNCOUNTED = new Quotas({})

function verdictLines(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.map(({ route, takes, reason }) =>
    printable(`${route}  ${takes ? 'takes it' : 'no'}: ${reason}`),
  )
}

interface Way {
  readonly way: string
  /** What its security blocks have shown, and the policies that hold for it. */
  readonly security: readonly string[]
  readonly passes: boolean
}

async function wayThrough(targeted: Targeted, judging: Judging): Promise<Way> {
  const { operations, handlers, policy, node, limits, routes } = judging
  let security: readonly string[] = []
  try {
    const understood = understand(targeted, handlers, policy)
    refuseMissed(understood)
    const { signal } = new AbortController()
    const slices = new Slices()
    const actors = new Set(judging.actors)
    const parts = {
      ...judging,
      slices,
      actors,
      findRoute: routes.find,
      quotas: UNCOUNTED,
      credentials: NO_CREDENTIALS,
    }
    const verified = await take(verify(understood, signal, parts))
    security = securityLines(verified, judging.security)
    const valid = await take(validate(verified, operations, slices, signal, limits.loaded))
    checkOwnBlocks(valid, node, limits.hops)
    return { passes: true, way: destinationOf(valid), security }
  } catch (error) {
    const why = error instanceof SoapFault ? error.hint : undefined
    return { passes: false, way: complaintOf(error), security: why ? [why] : security }
  }
}

function securityLines(
  { verdict, sender, policies }: Verified,
  security: MessageSecurity | undefined,
): readonly string[] {
  return [
    ...verdict.signatures.map(
      ({ peer, kind, covers }) =>
        `${kind} of ${peer}, over ${covers.map(({ local }) => local).join(', ')}`,
    ),
    ...verdict.ignored,
    `from ${sender ?? 'nobody who is known'}`,
    ...policies.map(({ name, require }) => `policy ${name}: ${require.join(' and ')}: met`),
    ...(security?.policies.unheld(policies) ?? []).map((line) => `does not hold: policy ${line}`),
  ]
}

function destinationOf({ route, call }: Valid): string {
  if (route.role === 'intermediary') return wayOf(route.onward)
  if (!call) return 'ends here, without an operation'
  const { operation, plugin } = call.registered
  return `ends here, in the operation ${operation.name} of ${plugin}`
}

/** A fault as its sender would get it; anything else that the steps throw is a bug. */
function complaintOf(error: unknown): string {
  if (error instanceof SoapFault) {
    const { code, message, subcodes } = error
    const codes = [code, ...subcodes].join(' / ')
    return printable(`none: its sender gets the fault ${codes}: ${message}`)
  }
  if (error instanceof Unreadable) return printable(`none: it cannot be read: ${error.message}`)
  throw error
}

function blockLines(targeted: Targeted, judging: Judging): readonly string[] {
  return targeted.envelope.blocks.map((element) => {
    const actor = actorName(element, targeted.envelope)
    const fate = fateOf(element, targeted, judging)
    return printable(`${clarkName(element)}  for ${actor}: ${fate}`)
  })
}

function actorName(element: XmlElement, { version }: Envelope): string {
  const actor = actorOf(element, version)
  if (actor === undefined) return 'the ultimate receiver'
  if (actor === version.next) return 'next'
  return actor === version.none ? 'none' : actor
}

function fateOf(
  element: XmlElement,
  { envelope: { version }, targeted, route }: Targeted,
  { handlers }: Judging,
): string {
  const onward = route.role === 'intermediary'
  const ours = targeted.find((block) => block.element === element)
  if (!ours) return onward ? 'not ours, kept as it is' : 'not ours, left alone'
  const { relay, mustUnderstand } = readHeaderBlock(element, version)
  const registered = handlers.find(ours, version, route.role === 'ultimate-receiver')
  if (registered) {
    const { plugin } = registered
    const gone = onward ? `; removed, unless ${plugin} puts it back` : ''
    return `ours, understood by ${plugin}${gone}`
  }
  if (mustUnderstand) return 'ours, mandatory, and not understood: a fault'
  if (!onward) return 'ours, not understood, ignored'
  return relay ? 'ours, not understood, kept by relay' : 'ours, not understood, removed'
}
