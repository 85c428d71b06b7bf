/** Lists what stands in an element: its attributes, and its elements as their content model has them. */
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ModelGroup,
  Particle,
  SimpleType,
  TypeDefinition,
  ValueConstraint,
  Wildcard,
} from '../../schema/components.js'
import { documentationOf } from '../../schema/types/documentation.js'
import { facetsOf } from './facets.js'
import { type Html, html, type Inside } from './html.js'
import { isOwn, type NamedTypes } from './named-types.js'

/** Members on one page; groups that name each other may have more than anybody can read. */
const MAX_MEMBERS = 20_000

/** What is reported about an element, an attribute, or text. */
interface Row {
  readonly name: Html
  readonly type: Html | undefined
  readonly often: string
  readonly notes: readonly Html[]
  readonly documentation: readonly string[]
  readonly inside?: Inside
}

export class Members {
  readonly #types: NamedTypes
  /** The types of the elements around: an element may hold itself. */
  readonly #around = new Set<TypeDefinition>()
  #left = MAX_MEMBERS

  constructor(types: NamedTypes) {
    this.#types = types
  }

  /** What stands in an element of a type; undefined if nothing does. */
  list(type: TypeDefinition): Html | undefined {
    if (type.kind === 'simple') return undefined
    if (this.#around.has(type)) return html`<p class="note">as above</p>`
    this.#around.add(type)
    const rows = this.#rows(type)
    this.#around.delete(type)
    return rows.length === 0 ? undefined : html`<ul class="members">${rows}</ul>`
  }

  /** One element as a list of its own, such as an entry that is a single value. */
  single(declaration: ElementDeclaration): Html {
    return html`<ul class="members">${this.#element(declaration, '')}</ul>`
  }

  #rows(type: ComplexType): readonly Html[] {
    const { content, attributes, anyAttribute } = type
    return [
      ...[...attributes.values()].map((use) => this.#attribute(use)),
      ...(anyAttribute ? [html`<li class="group">further attributes</li>`] : []),
      ...(content.kind === 'simple' ? [this.#value(content.type)] : []),
      ...(content.kind === 'mixed' ? [html`<li class="group">text, and between it:</li>`] : []),
      ...('particle' in content ? this.#particle(content.particle) : []),
    ]
  }

  /** @param around  the kind of group that it stands in */
  #particle({ min, max, term }: Particle, around?: ModelGroup['kind']): readonly Html[] {
    if (this.#left < 0) return []
    if (term.kind === 'element') return [this.#element(term, often(min, max, around))]
    if (term.kind === 'any') return [wildcard(term, min, max)]
    const { kind, particles } = term
    const rows = particles.flatMap((one) => this.#particle(one, kind))
    const plain = kind !== 'choice' && around !== 'choice'
    const describes = !plain && kind !== around && particles.length > 1
    if (min === 1 && max === 1 && !describes) return rows
    return [
      html`<li class="group">${groupWords(kind, min, max)}<ul class="members">${rows}</ul></li>`,
    ]
  }

  #element(declaration: ElementDeclaration, often: string): Html {
    const { local, type, nillable, constraint, source, substitutes } = declaration
    const others = substitutes.filter((other) => other !== declaration)
    const notes = [
      ...(type.kind === 'simple' ? facetsOf(type) : []),
      ...constraintNotes(constraint),
      ...(nillable ? [html`may be nil`] : []),
    ]
    const inside = [
      isOwn(type) ? undefined : this.list(type),
      others.length > 0 &&
        html`<p class="note">or in its place:</p><ul class="members">${others.map((other) => this.#element({ ...other, substitutes: [] }, ''))}</ul>`,
    ]
    return this.#row({
      name: html`${local}`,
      type: this.#types.refer(type),
      often,
      notes,
      documentation: documentationOf(source),
      inside,
    })
  }

  #attribute({ declaration, required, constraint }: AttributeUse): Html {
    const { local, type, source } = declaration
    return this.#row({
      name: html`<span class="at">@</span>${local}`,
      type: this.#types.refer(type),
      often: occurrence(required ? 1 : 0, 1),
      notes: [...facetsOf(type), ...constraintNotes(constraint)],
      documentation: documentationOf(source),
    })
  }

  #value(type: SimpleType): Html {
    return this.#row({
      name: html`<i>text</i>`,
      type: this.#types.refer(type),
      often: 'required',
      notes: facetsOf(type),
      documentation: [],
    })
  }

  #row({ name, type, often, notes, documentation, inside }: Row): Html {
    this.#left -= 1
    if (this.#left < 0) return html``
    if (this.#left === 0) {
      return html`<li class="group">There is more than this page shows: see the schema.</li>`
    }
    return html`<li><div class="member"><code class="name">${name}</code> ${type}${often !== '' && html`<span class="often">${often}</span>`}</div>${notesLine(notes)}${paragraphs(documentation)}${inside}</li>`
  }
}

export function paragraphs(documentation: readonly string[]): readonly Html[] {
  return documentation.map((paragraph) => html`<p class="doc">${paragraph.trim()}</p>`)
}

export function notesLine(notes: readonly Html[]): Html | undefined {
  if (notes.length === 0) return undefined
  const joined = notes.flatMap((note, index) => (index === 0 ? [note] : [html`; `, note]))
  return html`<p class="note">${joined}</p>`
}

function constraintNotes(constraint: ValueConstraint | undefined): readonly Html[] {
  if (!constraint) return []
  const words = constraint.kind === 'fixed' ? 'always' : 'default'
  return [html`${words} <code>${constraint.text}</code>`]
}

/** Of a choice, one is there: no member is required. */
function often(min: number, max: number, around: ModelGroup['kind'] | undefined): string {
  return around === 'choice' && min === 1 && max === 1 ? '' : occurrence(min, max)
}

function groupWords(kind: ModelGroup['kind'], min: number, max: number): string {
  const what = kind === 'choice' ? 'one of these' : 'these together'
  return min === 1 && max === 1 ? `${what}:` : `${what}, ${occurrence(min, max)}:`
}

function wildcard({ namespaces }: Wildcard, min: number, max: number): Html {
  const often = occurrence(min, max)
  switch (namespaces.kind) {
    case 'any':
      return html`<li class="group">any element, ${often}</li>`
    case 'not':
      return html`<li class="group">any element of another namespace than <code>${namespaces.namespace}</code>, ${often}</li>`
    case 'in': {
      const names = [...namespaces.namespaces].map((name) => name || 'no namespace').join(', ')
      return html`<li class="group">any element of <code>${names}</code>, ${often}</li>`
    }
  }
}

/** @param max  `Infinity` for any number */
function occurrence(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) {
    if (min === 0) return 'any number'
    return min === 1 ? 'one or more' : `${min} or more`
  }
  if (min === max) return min === 1 ? 'required' : `exactly ${min}`
  if (min === 0) return max === 1 ? 'optional' : `up to ${max}`
  return `${min} to ${max}`
}
