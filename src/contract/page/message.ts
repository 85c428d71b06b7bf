/** Describes one message of an operation: what stands in its entry, in Header, and beside the envelope. */
import type { ElementDeclaration } from '../../schema/components.js'
import { documentationOf } from '../../schema/types/documentation.js'
import { type ClarkName, parseClarkName } from '../../xml/tree.js'
import type { Contract, ContractFault, ContractMessage, ContractPart } from '../contract.js'
import { type Html, html } from './html.js'
import { type Members, paragraphs } from './members.js'
import type { NamedTypes } from './named-types.js'

export class Messages {
  readonly #schema: Contract['schema']
  readonly #types: NamedTypes
  readonly #members: Members

  constructor({ schema }: Contract, types: NamedTypes, members: Members) {
    this.#schema = schema
    this.#types = types
    this.#members = members
  }

  declaration(name: ClarkName | undefined): ElementDeclaration | undefined {
    return name === undefined ? undefined : this.#schema.components.elements.get(name)
  }

  /** @param title  what it is for its operation */
  describe(title: string, message: ContractMessage): Html {
    const { entry, parts, headers, attachments } = message
    return html`<section class="message"><h3>${title}</h3>
${this.#entry(entry, parts)}${headers.map(({ element }) => this.#header(element))}${attachments.map(({ name, types }) => html`<p class="note">attachment <code>${name}</code>: ${types.join(', ') || 'any media type'}</p>`)}</section>
`
  }

  fault({ name, element }: ContractFault): Html {
    const declaration = this.declaration(element)
    const { local } = parseClarkName(element)
    return html`<section class="message"><h3>Fault <code>${name}</code></h3>
${name !== local && html`<p class="note">detail <code>${local}</code></p>`}${paragraphs(documentationOf(declaration?.source))}${declaration && this.#content(declaration)}</section>
`
  }

  #entry(name: ClarkName | undefined, parts: readonly ContractPart[]): Html {
    if (name === undefined) return html`<p class="note">an empty Body</p>`
    const declaration = this.declaration(name)
    if (declaration) return this.#content(declaration)
    if (parts.length === 0) return html`<p class="note">of any content</p>`
    return html`<ul class="members">${parts.map((part) => this.#part(part))}</ul>`
  }

  /** What is in an element; the element itself if it is a single value. */
  #content(declaration: ElementDeclaration): Html {
    const { type } = declaration
    if (type.kind === 'simple') return this.#members.single(declaration)
    return this.#members.list(type) ?? html`<p class="note">nothing</p>`
  }

  #header(name: ClarkName): Html {
    const declaration = this.declaration(name)
    const { local, namespace } = parseClarkName(name)
    const member = declaration
      ? this.#members.single(declaration)
      : html`<ul class="members"><li><code class="name">${local}</code></li></ul>`
    return html`<h4>Header block of <code>${namespace}</code></h4>${member}`
  }

  #part({ name, element, type }: ContractPart): Html {
    const definition = type === undefined ? undefined : this.#schema.components.types.get(type)
    const referred = definition
      ? this.#types.refer(definition)
      : html`<span class="type">${parseClarkName(type ?? element ?? '').local}</span>`
    return html`<li><div class="member"><code class="name">${name}</code> ${referred}</div></li>`
  }
}
