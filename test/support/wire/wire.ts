/** Asks a node over HTTP, or through memory as a node on the way, and reads the answer. */
import type { Plugin } from '../../../src/plugin.js'
import { type Envelope, parseEnvelope } from '../../../src/soap/envelope.js'
import { type ReceivedFault, readFault } from '../../../src/soap/read-fault.js'
import { SoapVersions } from '../../../src/soap/version.js'
import type { Outcome } from '../../../src/transport.js'
import { childElements, clarkName, type XmlElement } from '../../../src/xml/tree.js'
import { MemoryTransport } from '../../../transports/memory/index.js'
import type { OtherBounds } from '../nodes/bounds.js'
import { type FlatMessage, flat } from '../nodes/messages.js'
import { makeNode } from '../nodes/node.js'
import { onwardTo } from '../nodes/onward.js'
import { soap11, soap12 } from './envelopes.js'

export const TEXT_XML = 'text/xml; charset=UTF-8'
export const SOAP_XML = 'application/soap+xml; charset=UTF-8'

const VERSIONS = new SoapVersions()

/** @throws if the text is no envelope of the two official namespaces */
export function envelopeOf(text: string): Envelope {
  return parseEnvelope(text, VERSIONS)
}

/** An answer as it came, to be looked at as text or as an envelope. */
export class Heard {
  readonly status: number
  readonly headers: Headers
  readonly text: string

  constructor(status: number, headers: Headers, text: string) {
    this.status = status
    this.headers = headers
    this.text = text
  }

  /** @throws if the answer is no envelope of the two official namespaces */
  get envelope(): Envelope {
    return envelopeOf(this.text)
  }

  /** Names of the answer's header blocks. */
  get blocks(): readonly string[] {
    return this.envelope.blocks.map(clarkName)
  }

  /** The only entry of the answer's Body. */
  get entry(): XmlElement {
    const { entries } = this.envelope
    const [entry] = entries
    if (!entry || entries.length > 1) throw new Error(`Body has ${entries.length} entries`)
    return entry
  }

  /** @throws if the answer is no fault */
  get fault(): ReceivedFault {
    const fault = readFault(this.envelope)
    if (!fault) throw new Error(`the answer is no fault: ${this.text}`)
    return fault
  }

  /** The code of the fault with its subcodes, in Clark notation. */
  get codes(): readonly string[] {
    return this.fault.codes
  }
}

export interface Asking {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** POSTs a text to a node. */
export async function ask(
  url: string,
  text: string | Uint8Array,
  { type = TEXT_XML, headers = {} }: Asking = {},
): Promise<Heard> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: text,
  })
  return new Heard(answer.status, answer.headers, await answer.text())
}

/** POSTs a SOAP 1.1 envelope around a body entry and header blocks. */
export function ask11(url: string, body: string, header = '', asking: Asking = {}): Promise<Heard> {
  return ask(url, soap11(body, header), asking)
}

/** POSTs a SOAP 1.2 envelope around a body entry and header blocks. */
export function ask12(url: string, body: string, header = '', asking: Asking = {}): Promise<Heard> {
  return ask(url, soap12(body, header), { type: SOAP_XML, ...asking })
}

export interface Passed {
  readonly outcome: Outcome
  /** Texts that reached the next node. */
  readonly onward: readonly string[]
  readonly messages: readonly FlatMessage[]
  /** What the node before this one hears; status 0, as memory has none. */
  readonly heard: Heard
}

export interface OnTheWay {
  readonly settings?: readonly string[]
  /** Default: those that a node has. */
  readonly bounds?: OtherBounds
  /** What the next node answers. Default: that it accepts. */
  readonly answer?: Outcome
  /** Default true; otherwise nobody listens there. */
  readonly next?: boolean
}

/** Sends a message through a node that is not its ultimate receiver, and adds nothing to it by default. */
export async function pass(
  plugin: Plugin,
  text: string,
  { settings = [], bounds = {}, answer = { kind: 'accepted' }, next = true }: OnTheWay = {},
  message: FlatMessage = {},
): Promise<Passed> {
  const messages: FlatMessage[] = []
  const transport = new MemoryTransport('next', new Map())
  if (next) {
    await transport.listen(async (received) => {
      messages.push(flat(received))
      return answer
    })
  }
  const findRoute = onwardTo('memory:next')
  const node = makeNode(
    { t: plugin },
    { settings: ['routing.hops=false', ...settings], bounds, findRoute, transports: [transport] },
  )
  const outcome = await node.inject(text, message)
  await transport.close(AbortSignal.abort())
  const answered = outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : ''
  return {
    outcome,
    messages,
    onward: messages.map(({ body }) => Buffer.from(body ?? []).toString('utf8')),
    heard: new Heard(0, new Headers(), answered),
  }
}

/** The child elements of an element, by their names in Clark notation. */
export function namesOf(element: XmlElement): readonly string[] {
  return childElements(element).map(clarkName)
}

/** The child of an element that has a local name. */
export function childOf(element: XmlElement, local: string): XmlElement {
  const found = childElements(element).find((child) => child.local === local)
  if (!found) throw new Error(`${clarkName(element)} has no ${local}`)
  return found
}
