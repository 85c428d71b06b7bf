/** The Trace block: what each node on the way did with a message, for senders that ask for it. */
import type { Envelope } from '../../soap/envelope.js'
import type { SoapVersion } from '../../soap/version.js'
import type { Cut } from '../../xml/splice.js'
import {
  attributeOf,
  type ClarkName,
  childElements,
  element,
  isNamed,
  type XmlElement,
} from '../../xml/tree.js'
import { addTo, ROUTE_NAMESPACE, ROUTE_PREFIX, routeBlock, routeElement } from './block.js'

export const TRACE: ClarkName = `{${ROUTE_NAMESPACE}}Trace`
/** Names the node as the handler of the block, and the key that turns it off. */
export const TRACE_PLUGIN = 'Waybill (routing.trace)'
export const TRACE_SCHEMA = new URL('./trace.xsd', import.meta.url)

/** Visits that a block holds at most, as trace.xsd says; a full one stays as it is. */
export const MAX_VISITS = 64

/** What a node did with the message. */
export type VisitOutcome = 'forwarded' | 'replied' | 'accepted' | 'fault'

export interface Visit {
  /** URI of the node. */
  readonly node: string
  /** URI of the actor that it acted as; undefined for the ultimate receiver in SOAP 1.1. */
  readonly actor?: string | undefined
  /** Name of the transport that the message came over. */
  readonly transport: string
  /** Scheme of the URL that it was sent on to. */
  readonly to?: string | undefined
  /** When it came: ISO 8601, by the node's own clock. */
  readonly at: string
  /** Milliseconds from then until the node sent it on, or was done with it. */
  readonly ms: number
  readonly outcome: VisitOutcome
}

/** A block without visits, for a request that asks for a trace. */
export function traceRequest(version: SoapVersion): XmlElement {
  return routeBlock('Trace', version, version.prefix, [])
}

/** The visits in a block, oldest first. Invalid ones are left out: other nodes may have written anything. */
export function readVisits(block: XmlElement): readonly Visit[] {
  return childElements(block)
    .slice(0, MAX_VISITS)
    .flatMap((child) => readVisit(child) ?? [])
}

/** The block of a request for the next node; undefined if it is full. */
export function visitCut(block: XmlElement, envelope: Envelope, visit: Visit): Cut | undefined {
  if (childElements(block).length >= MAX_VISITS) return undefined
  return addTo(block, envelope, (prefix) => visitElement(visit, prefix))
}

/** The block of an answer, which nodes on the way back do not process. */
export function traceAnswer(visits: readonly Visit[]): XmlElement {
  const children = visits.slice(0, MAX_VISITS).map((visit) => visitElement(visit))
  return element({ name: TRACE, prefix: ROUTE_PREFIX, children })
}

function visitElement(visit: Visit, prefix?: string): XmlElement {
  const { node, actor, transport, to, at, ms, outcome } = visit
  return routeElement(
    'Visit',
    { node, actor, transport, to, at, ms: String(Math.round(ms * 10) / 10), outcome },
    prefix,
  )
}

const URI = /^\S{1,256}$/
const NAME = /^[\w.:-]{1,32}$/
const OUTCOMES: readonly string[] = ['forwarded', 'replied', 'accepted', 'fault']

function readVisit(child: XmlElement): Visit | undefined {
  if (!isNamed(child, ROUTE_NAMESPACE, 'Visit')) return undefined
  const read = (name: string, form: RegExp) => {
    const value = attributeOf(child, '', name)
    return value !== undefined && form.test(value) ? value : undefined
  }
  const node = read('node', URI)
  const transport = read('transport', NAME)
  const at = read('at', /^[-+.:\dTZ]{1,40}$/)
  const ms = read('ms', /^\d{1,10}(\.\d{1,3})?$/)
  const outcome = attributeOf(child, '', 'outcome')
  if (node === undefined || transport === undefined || at === undefined || ms === undefined) {
    return undefined
  }
  if (!isOutcome(outcome)) return undefined
  const actor = read('actor', URI)
  const to = read('to', NAME)
  return { node, actor, transport, to, at, ms: Number(ms), outcome }
}

function isOutcome(text: string | undefined): text is VisitOutcome {
  return text !== undefined && OUTCOMES.includes(text)
}
