/** The way that one message would take through a node, and why: the steps of the path, without effects. */
import { ADDRESSING_PLUGIN } from '../addressing/addressing.js'
import { printable } from '../base/printable.js'
import { type Log, SoapFault } from '../plugin.js'
import { OpenExchange } from '../processor/exchange.js'
import type { HandlerTable } from '../processor/handler-table.js'
import type { ProcessorLimits } from '../processor/limits.js'
import type { OperationTable } from '../processor/operation-table.js'
import { route } from '../processor/route.js'
import { type Targeted, target } from '../processor/target.js'
import { understand } from '../processor/understand.js'
import { type Valid, validate } from '../processor/validate.js'
import type { Routes, Verdict } from '../routing/routes.js'
import { type Envelope, readEnvelope } from '../soap/envelope.js'
import { actorOf, readHeaderBlock } from '../soap/header-block.js'
import type { SoapVersions } from '../soap/version.js'
import type { InboundMessage } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { wayOf } from './plan-routing.js'

export interface Judging {
  readonly routes: Routes
  readonly operations: OperationTable
  readonly handlers: HandlerTable
  readonly versions: SoapVersions
  /** URIs of the actors that the configuration gives this node. */
  readonly actors: readonly string[]
  readonly limits: ProcessorLimits
}

/** What would become of a message, section by section. */
export interface Judgement {
  readonly sections: readonly (readonly [title: string, lines: readonly string[]])[]
  /** False if its sender would get a fault, or nothing at all. */
  readonly passes: boolean
}

/** @param destination  the path or local part it is sent to; undefined for the node as a whole */
export function judge(
  body: Uint8Array,
  destination: string | undefined,
  judging: Judging,
): Judgement {
  const { operations, versions, limits } = judging
  if (!operations.has(destination)) {
    const reason = `no plugin has the name ${destination}, and no route that path`
    return { passes: false, sections: [['Way', [`none: ${printable(reason)}`]]] }
  }
  try {
    const envelope = readEnvelope(readDocument(decodeText(body), limits), versions, limits)
    const mediaType = envelope.version.mediaType
    const message = { transport: 'plan', body, mediaType, destination, attachments: [], peer: {} }
    return judgeEnvelope(envelope, message, judging)
  } catch (error) {
    return { passes: false, sections: [['Way', [complaintOf(error)]]] }
  }
}

function judgeEnvelope(envelope: Envelope, message: InboundMessage, judging: Judging): Judgement {
  const { routes } = judging
  const [entry] = envelope.entries
  const said = entry ? `${clarkName(entry)} in its Body` : 'an empty Body'
  const first = ['Message', [printable(`SOAP ${envelope.version.name}, ${said}`)]] as const
  const asked = ['Routes', verdictLines(routes.explain(envelope, message))] as const
  try {
    const routed = route(envelope, { message, attempt: undefined }, routes.find)
    const targeted = target(routed, new Set(judging.actors))
    const blocks = ['Header blocks', blockLines(targeted, judging)] as const
    const { way, passes } = wayThrough(targeted, message, judging)
    return { passes, sections: [first, asked, blocks, ['Way', [way]]] }
  } catch (error) {
    return { passes: false, sections: [first, asked, ['Way', [complaintOf(error)]]] }
  }
}

function verdictLines(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.map(({ route, takes, reason }) =>
    printable(`${route}  ${takes ? 'takes it' : 'no'}: ${reason}`),
  )
}

interface Way {
  readonly way: string
  readonly passes: boolean
}

function wayThrough(targeted: Targeted, message: InboundMessage, judging: Judging): Way {
  const { operations, handlers } = judging
  const exchange = new OpenExchange(message, targeted.envelope.version, () => SILENT)
  exchange.intermediary = targeted.route.role === 'intermediary'
  try {
    const understood = understand(targeted, handlers, exchange)
    const valid = validate(understood, operations, message)
    exchange.takes(valid)
    // Of all handlers only those of addressing are known to have no effect.
    for (const { block, registered } of understood.understood) {
      if (registered.plugin === ADDRESSING_PLUGIN) {
        registered.handler.process(block.element, exchange)
      }
    }
    return { passes: true, way: destinationOf(valid) }
  } catch (error) {
    return { passes: false, way: complaintOf(error) }
  }
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
  const registered = handlers.find(ours, version)
  if (registered) {
    const { plugin } = registered
    const gone = onward ? `; removed, unless ${plugin} puts it back` : ''
    return `ours, understood by ${plugin}${gone}`
  }
  if (mustUnderstand) return 'ours, mandatory, and not understood: a fault'
  if (!onward) return 'ours, not understood, ignored'
  return relay ? 'ours, not understood, kept by relay' : 'ours, not understood, removed'
}

const SILENT: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
