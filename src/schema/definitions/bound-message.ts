/** What a binding says of one message: which parts stand in Body, in Header, and beside the envelope (WSDL 1.1 §3.5, §3.7, §5). */
import type { XmlElement } from '../../xml/tree.js'
import { type Definitions, nameOf, valueIn, type WsdlSource } from './definitions.js'
import { extensionOf, extensionsOf, mimeOf } from './extensions.js'
import { type MessagePart, messageParts } from './message-parts.js'

export interface BoundMessage {
  /** The `input`, `output` or `fault` of the port type. */
  readonly abstract: WsdlSource
  /** The same of the binding; undefined if that has none. */
  readonly bound: WsdlSource | undefined
  /** undefined if there is no such message. */
  readonly message: WsdlSource | undefined
  readonly use: 'literal' | 'encoded'
  /** Of `soap:body`; `''` for none. */
  readonly namespace: string
  readonly encodingStyle: string | undefined
  /** Those in Body. */
  readonly parts: readonly MessagePart[]
  /** Names in `parts` that the message does not have. */
  readonly unknownParts: readonly string[]
  readonly headers: readonly BoundHeader[]
  readonly attachments: readonly BoundAttachment[]
}

export interface BoundHeader extends Encoding {
  readonly source: WsdlSource
  readonly message: WsdlSource | undefined
  readonly part: MessagePart | undefined
  /** Header blocks that tell that it could not be processed. */
  readonly faults: readonly BoundHeader[]
}

export interface BoundAttachment {
  readonly name: string
  /** Media types, each another form that it may have. */
  readonly types: readonly string[]
}

export interface BoundFault extends Encoding {
  readonly name: string
  readonly abstract: WsdlSource
  readonly message: WsdlSource | undefined
  readonly parts: readonly MessagePart[]
}

interface Encoding {
  readonly use: 'literal' | 'encoded'
  readonly namespace: string
  readonly encodingStyle: string | undefined
}

export function boundMessage(
  abstract: WsdlSource,
  bound: WsdlSource | undefined,
  definitions: Definitions,
): BoundMessage {
  const message = definitions.referredTo('message', abstract, 'message')
  const all = message ? messageParts(message) : []
  definitions.count(1 + all.length)
  // WSDL 1.1 §5.5: what has several MIME parts has its soap:body and soap:header in one of them.
  const nodes = bound ? [bound.node, ...mimePartsOf(bound.node)] : []
  const body = nodes.map((node) => extensionOf(node, 'body')).find((node) => node !== undefined)
  const headers = nodes
    .flatMap((node) => extensionsOf(node, 'header'))
    .flatMap((node) =>
      bound ? [boundHeader({ document: bound.document, node }, definitions)] : [],
    )
  const attachments = nodes.flatMap(attachmentsOf)
  const named = body && valueIn(body, 'parts')
  const elsewhere = new Set([
    ...attachments.map(({ name }) => name),
    ...headers.filter((header) => header.message?.node === message?.node).map(partName),
  ])
  const byName = new Map(all.map((part) => [part.name, part]))
  // WSDL 1.1 §3.5: all parts are in Body if `parts` is left out; gSOAP writes "Body" for all of them.
  const whole = named === undefined || (named === 'Body' && !byName.has(named))
  const names = whole ? undefined : named.split(/[ \t\r\n]+/).filter((name) => name)
  const parts = names
    ? names.flatMap((name) => byName.get(name) ?? [])
    : all.filter(({ name }) => !elsewhere.has(name))
  return {
    abstract,
    bound,
    message,
    ...encodingOf(body),
    parts,
    unknownParts: (names ?? []).filter((name) => !byName.has(name)),
    headers,
    attachments,
  }
}

const partName = ({ source }: BoundHeader) => valueIn(source.node, 'part') ?? ''

function mimePartsOf(node: XmlElement): readonly XmlElement[] {
  return mimeOf(node, 'multipartRelated').flatMap((related) => mimeOf(related, 'part'))
}

/** WSDL 1.1 §5.4: several `mime:content` of one MIME part are forms to choose from. */
function attachmentsOf(part: XmlElement): readonly BoundAttachment[] {
  const types = new Map<string, string[]>()
  for (const content of mimeOf(part, 'content')) {
    const name = valueIn(content, 'part')
    if (name === undefined || name === '') continue
    const mediaTypes = types.get(name) ?? []
    const type = valueIn(content, 'type')
    if (type !== undefined) mediaTypes.push(type)
    types.set(name, mediaTypes)
  }
  return [...types].map(([name, types]) => ({ name, types }))
}

function boundHeader(source: WsdlSource, definitions: Definitions): BoundHeader {
  const message = definitions.referredTo('message', source, 'message')
  const name = valueIn(source.node, 'part')
  const parts = message ? messageParts(message) : []
  definitions.count(1 + parts.length)
  return {
    source,
    message,
    part: parts.find((part) => part.name === name),
    ...encodingOf(source.node),
    faults: extensionsOf(source.node, 'headerfault').map((node) =>
      boundHeader({ document: source.document, node }, definitions),
    ),
  }
}

export function boundFault(
  abstract: WsdlSource,
  bound: WsdlSource | undefined,
  definitions: Definitions,
): BoundFault {
  const message = definitions.referredTo('message', abstract, 'message')
  const parts = message ? messageParts(message) : []
  definitions.count(1 + parts.length)
  return {
    name: nameOf(abstract.node),
    abstract,
    message,
    parts,
    ...encodingOf(bound && extensionOf(bound.node, 'fault')),
  }
}

/** WSDL 1.1 §3.5; `use` is literal where it is left out and no encoding is named. */
function encodingOf(node: XmlElement | undefined): Encoding {
  const encodingStyle = (node && valueIn(node, 'encodingStyle')) || undefined
  const use = node && valueIn(node, 'use')
  const encoded = use === undefined ? encodingStyle !== undefined : use === 'encoded'
  return {
    use: encoded ? 'encoded' : 'literal',
    namespace: (node && valueIn(node, 'namespace')) ?? '',
    encodingStyle,
  }
}
