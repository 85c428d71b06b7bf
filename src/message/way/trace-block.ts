/** The traceparent and tracestate as header blocks, for transports without header fields: as OpenTelemetry writes them for WCF. */
import type { Envelope } from '../../soap/envelope.js'
import type { Cut } from '../../xml/splice.js'
import { type ClarkName, clarkName, element, inScope, type XmlElement } from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'
import { readTraceparent, type Traceparent } from '../traceparent.js'

const NAMESPACE = 'https://www.w3.org/TR/trace-context/'
const TRACEPARENT: ClarkName = `{${NAMESPACE}}traceparent`
const TRACESTATE: ClarkName = `{${NAMESPACE}}tracestate`
const PREFIX = 'trace'
const NAMESPACE_BYTES = Buffer.from(NAMESPACE, 'latin1')
/** Bytes in which the namespace is looked for at once. */
const SHORT = 1024

/** Bytes that are looked at: blocks stand at the front. */
const FRONT = 16_384
const FIELD = /<(?:[\w.-]+:)?(traceparent|tracestate)\b[^<>]*>([^<>&]{1,600})</g

/**
 * Looks for the blocks in the bytes: a span begins before the message is read. What is found decides nothing
 * but how the message is called in traces and logs, as a header field would.
 *
 * @param body  an envelope in UTF-8 or in another encoding that has ASCII
 */
export function traceIn(body: Uint8Array): Traceparent | undefined {
  const front = Buffer.isBuffer(body)
    ? body
    : Buffer.from(body.buffer, body.byteOffset, body.length)
  // Most messages have no such block before the Body, and many are short.
  if (front.length <= SHORT && front.indexOf(NAMESPACE_BYTES) === -1) return undefined
  const end = startOfBody(front)
  if (front.lastIndexOf(NAMESPACE_BYTES, end) === -1) return undefined
  const found = [...front.toString('latin1', 0, end).matchAll(FIELD)]
  const [parent, ...more] = found.filter(([, name]) => name === 'traceparent')
  const [state] = found.filter(([, name]) => name === 'tracestate')
  return more.length > 0 ? undefined : readTraceparent(parent?.[2], state?.[2])
}

/** Most messages have a short Header or none: what is not looked at takes no time. */
function startOfBody(bytes: Buffer): number {
  const end = Math.min(bytes.length, FRONT)
  for (let at = bytes.indexOf('Body'); at > 0 && at < end; at = bytes.indexOf('Body', at + 1)) {
    const before = bytes[at - 1]
    if (before === COLON || before === LESS_THAN) return at
  }
  return end
}

const COLON = 0x3a
const LESS_THAN = 0x3c

/** The blocks, for the ultimate receiver; none of them is mandatory. */
export function traceBlocks({ parent, state }: Traceparent): readonly XmlElement[] {
  const block = (name: ClarkName, text: string) =>
    element({ name, prefix: PREFIX, children: [text] })
  return [block(TRACEPARENT, parent), ...(state === undefined ? [] : [block(TRACESTATE, state)])]
}

export function hasTrace({ blocks }: Envelope): boolean {
  return blocks.some(isTrace)
}

/** What a message came with makes way for what it goes on with. */
export function traceCuts({ blocks, header }: Envelope, trace: Traceparent): readonly Cut[] {
  const [first, ...rest] = blocks.filter(isTrace)
  if (!first || !header) return []
  const around = inScope(header.scope)
  const insert = traceBlocks(trace)
    .map((block) => writeElement(block, undefined, around))
    .join('')
  return [
    { start: first.start, end: first.end, insert },
    ...rest.map(({ start, end }) => ({ start, end })),
  ]
}

function isTrace(block: XmlElement): boolean {
  return clarkName(block) === TRACEPARENT || clarkName(block) === TRACESTATE
}
