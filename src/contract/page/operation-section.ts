/** Describes one operation: what it is for, what it takes and gives, and how it is called. */
import { documentationOf } from '../../schema/types/documentation.js'
import type { Walk } from '../../xml/walk.js'
import type { ContractOperation } from '../contract.js'
import { type Html, html } from './html.js'
import { paragraphs } from './members.js'
import type { Messages } from './message.js'
import type { Samples } from './samples.js'

export function* operationSection(
  operation: ContractOperation,
  id: string,
  messages: Messages,
  samples: Samples,
): Walk<Html> {
  const { name, documentation, request, response, faults, soapAction } = operation
  const declaration = messages.declaration(request.entry)
  const told = documentation?.split(/\n\s*\n/) ?? documentationOf(declaration?.source)
  const answer = response
    ? messages.describe('Answer', response)
    : html`<section class="message"><h3>Answer</h3><p class="note">None: the message is accepted, and is processed later.</p></section>`
  return html`<section class="operation" aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${badges(operation)}${paragraphs(told)}
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
