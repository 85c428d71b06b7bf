/** The page of one service: its operations, the types of their messages, and where it is called. */
import { documentationOf } from '../../schema/types/documentation.js'
import type { Walk } from '../../xml/walk.js'
import type { Contract, ContractOperation } from '../contract.js'
import { Anchors } from './anchors.js'
import { type Html, html } from './html.js'
import { layout } from './layout.js'
import { Members, paragraphs } from './members.js'
import { Messages } from './message.js'
import { NamedTypes } from './named-types.js'
import { Samples } from './samples.js'
import { typesSection } from './types-section.js'

/** Where a service is, for who looks at its page. */
export interface ServiceAddresses {
  /** URL of the page, which takes messages, too. */
  readonly address: string
  /** Where else it can be called, such as a mail address. Default: nowhere. */
  readonly further?: readonly string[] | undefined
  /** URL of the page of all services, if this is one of several. */
  readonly index?: string | undefined
}

/** Gives way after each operation. */
export function* writingServicePage(contract: Contract, addresses: ServiceAddresses): Walk<string> {
  const { name, schema, operations } = contract
  const types = new NamedTypes(schema.components)
  const members = new Members(types)
  const messages = new Messages(contract, types, members)
  const samples = new Samples(contract, addresses.address)
  const anchors = new Anchors<ContractOperation>()
  const sections: Html[] = []
  for (const operation of operations) {
    const id = anchors.of(operation, 'op', operation.name)
    sections.push(yield* operationSection(operation, id, messages, samples))
    yield
  }
  return layout({
    title: `${name}: SOAP service`,
    header: header(contract, addresses),
    kind: 'Operations',
    links: operations.map((operation) => [
      anchors.of(operation, 'op', operation.name),
      operation.name,
    ]),
    main: [
      sections.length === 0 && html`<p>This service has no operations.</p>`,
      sections,
      typesSection(types, members),
    ],
  })
}

function header({ name, namespace, documentation }: Contract, at: ServiceAddresses): Html {
  const { address, further = [], index } = at
  const addresses = [address, ...further].map((one) => html`<code>${one}</code>`)
  return html`${index !== undefined && html`<p><a href="${index}">All services</a></p>`}
<h1>${name}</h1>
<p class="namespace"><code>${namespace}</code></p>
${documentation !== undefined && paragraphs(documentation.split(/\n\s*\n/))}
<dl class="facts">
<dt>Address</dt><dd>${addresses}</dd>
<dt>WSDL</dt><dd>${wsdlLinks(further)}</dd>
</dl>`
}

/** @param further  addresses over other transports */
export function wsdlLinks(further: readonly string[]): Html {
  const all = further.length > 0 && html` <a href="?wsdl=all">with every address</a>`
  return html`<a href="?wsdl">for tools and clients</a>${all}`
}

function* operationSection(
  operation: ContractOperation,
  id: string,
  messages: Messages,
  samples: Samples,
): Walk<Html> {
  const { name, documentation, request, response, faults, soapAction } = operation
  const declaration = messages.declaration(request.entry)
  const texts = documentation?.split(/\n\s*\n/) ?? documentationOf(declaration?.source)
  const answer = response
    ? messages.describe('Answer', response)
    : html`<section class="message"><h3>Answer</h3><p class="note">None: the message is accepted, and is processed later.</p></section>`
  return html`<section class="operation" aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${badges(operation)}${paragraphs(texts)}
<div class="messages">${messages.describe('Parameters', request)}${answer}</div>
${faults.map((fault) => messages.fault(fault))}
${soapAction !== '' && html`<p class="note">SOAPAction <code>${soapAction}</code></p>`}
${yield* samples.section(operation)}</section>
`
}

function badges({ exchange, style, use, safe }: ContractOperation): Html | undefined {
  const words = [
    exchange === 'one-way' && 'one-way',
    safe && 'safe: GET too',
    style === 'rpc' && 'rpc',
    use === 'encoded' && 'SOAP encoding',
  ].filter((word) => typeof word === 'string')
  if (words.length === 0) return undefined
  return html`<ul class="badges" aria-label="Kind">${words.map((word) => html`<li>${word}</li>`)}</ul>
`
}
