/** Shows where one message would go, and why, by the steps of the path, without effects. */
import { Ending } from '../../base/ending.js'
import { NO_LOG } from '../../base/log.js'
import { printable } from '../../base/printable.js'
import { Slices } from '../../base/slices.js'
import { NO_CREDENTIALS } from '../../message/credentials.js'
import { OpenExchange } from '../../path/exchange.js'
import { HELD, READ, ROUTED } from '../../path/lines.js'
import type { HandlerTable } from '../../path/parts/handler-table.js'
import type { ProcessorLimits } from '../../path/parts/limits.js'
import type { OperationTable } from '../../path/parts/operation-table.js'
import type { Routes, Verdict } from '../../path/routing/routes.js'
import type { PartsFor } from '../../path/state/line.js'
import { arrivedMessage } from '../../path/state/makers.js'
import { State } from '../../path/state/state.js'
import type { Taken, Verified } from '../../path/state/values.js'
import { admissionOf, type Deciding } from '../../path/steps/admit.js'
import { SoapFault } from '../../plugin.js'
import type { MessageSecurity } from '../../security/message-security.js'
import type { Peers } from '../../security/peers/peers.js'
import { Quotas } from '../../security/quotas.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { Envelope } from '../../soap/envelope.js'
import { actorOf, readHeaderBlock } from '../../soap/header-block.js'
import { SOAP_11, type SoapVersions } from '../../soap/version.js'
import type { BusinessKeys, MessageKeys } from '../../store/journal/keys/business-keys.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import { Unreadable } from '../../xml/unreadable.js'
import { wayOf } from './routing.js'

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
  /** Name of the peer whom the transport has proven to send it. Default: nobody. */
  readonly peer?: string | undefined
  /** Undefined if the configuration has none. */
  readonly keys: BusinessKeys | undefined
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
  const { operations, versions } = judging
  if (!operations.has(destination)) {
    const reason = `no plugin has the name ${destination}, and no route that path`
    return { passes: false, sections: [['Way', [`none: ${printable(reason)}`]]] }
  }
  const parts = {
    ...judging,
    slices: new Slices(),
    actors: new Set(judging.actors),
    findRoute: judging.routes.find,
    quotas: UNCOUNTED,
    credentials: NO_CREDENTIALS,
  }
  // A file says nothing of who sends it.
  const { transport, recipients, peer } = judging
  const origin = { transport, peer: { name: peer }, destination, recipients }
  const mediaType = SOAP_11.mediaType
  const message = { kind: 'envelope', origin, body, mediaType, attachments: [] } as const
  const arrival = arrivedMessage(message, versions)
  const exchange = new OpenExchange({ id: 'plan', ends: new Ending(), log: () => NO_LOG })
  try {
    const read = await new State({ arrival, message }).through(READ, exchange, parts)
    return await judgeEnvelope(read, exchange, parts)
  } catch (error) {
    return { passes: false, sections: [['Way', [complaintOf(error)]]] }
  }
}

type Read = State<'arrival' | 'message' | 'tree' | 'document' | 'keys'>
type Parts = Omit<Judging, 'actors'> & PartsFor<typeof HELD> & PartsFor<typeof ROUTED> & Deciding

async function judgeEnvelope(read: Read, exchange: OpenExchange, parts: Parts): Promise<Judgement> {
  const { arrival, message, tree, document, keys } = read.values
  const { envelope } = document
  const [entry] = envelope.entries
  const content = entry ? `${clarkName(entry)} in its Body` : 'an empty Body'
  const first = ['Message', [printable(`SOAP ${envelope.version.name}, ${content}`)]] as const
  const found = parts.keys ? [['Business keys', keyLines(keys)] as const] : []
  const facts = { keys, peer: parts.peer }
  const routes = ['Routes', verdictLines(parts.routes.explain(envelope, message, facts))] as const
  try {
    const admission = admissionOf(arrival, parts)
    const correlation = { answers: undefined }
    const input = { arrival, admission, message, tree, document, keys, correlation }
    const state = new State(input)
    const targeted = await state.through(ROUTED, exchange, parts)
    const blocks = ['Header blocks', blockLines(targeted.values, parts)] as const
    const { way, passes, security } = await wayThrough(targeted, exchange, parts)
    const judged = parts.security ? [['Security', security.map(printable)] as const] : []
    return { passes, sections: [first, ...found, routes, blocks, ...judged, ['Way', [way]]] }
  } catch (error) {
    return { passes: false, sections: [first, ...found, routes, ['Way', [complaintOf(error)]]] }
  }
}

function keyLines({ seen = [] }: MessageKeys): readonly string[] {
  return seen.map((one) =>
    printable(`${one.name}  ${'value' in one ? one.value : 'kept as a hash, and never shown'}`),
  )
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

type Targeted = State<
  | 'arrival'
  | 'admission'
  | 'message'
  | 'tree'
  | 'document'
  | 'keys'
  | 'correlation'
  | 'route'
  | 'targets'
>

async function wayThrough(targeted: Targeted, exchange: OpenExchange, parts: Parts): Promise<Way> {
  try {
    const { values } = await targeted.through(HELD, exchange, parts)
    const security = securityLines(values.verified, parts.security)
    return { passes: true, way: destinationOf(values), security }
  } catch (error) {
    const why = error instanceof SoapFault ? error.hint : undefined
    const { verified } = targeted
    const shown = verified ? securityLines(verified, parts.security) : []
    return { passes: false, way: complaintOf(error), security: why ? [why] : shown }
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

function destinationOf({ route, valid: { call } }: Taken<'route' | 'valid'>): string {
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

type Blocks = Taken<'document' | 'route' | 'targets'>

function blockLines(targeted: Blocks, judging: Pick<Judging, 'handlers'>): readonly string[] {
  const { envelope } = targeted.document
  return envelope.blocks.map((element) => {
    const actor = actorName(element, envelope)
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
  { document, targets, route }: Blocks,
  { handlers }: Pick<Judging, 'handlers'>,
): string {
  const { version } = document.envelope
  const onward = route.role === 'intermediary'
  const ours = targets.find((block) => block.element === element)
  if (!ours) return onward ? 'not ours, kept as it is' : 'not ours, unchanged'
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
