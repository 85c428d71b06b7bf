/** Makes a form of an element: its attributes and elements as its content model has them, within bounds. */
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  TypeDefinition,
  ValueConstraint,
} from '../../../schema/components.js'
import { documentationOf } from '../../../schema/types/documentation.js'
import type { FieldView } from '../api.js'

/** Levels of a form: an element may hold itself. */
const DEPTH = 10
/** Fields of it. */
const MAX_FIELDS = 1_500

type Kind = FieldView['kind']

/** What is between a type and those who fill it in: where it may stand, and how often. */
interface Occurrence {
  readonly min: number
  readonly max: number
  readonly choice: string | undefined
  readonly depth: number
}

export class Form {
  #left = MAX_FIELDS
  #choices = 0

  of(declaration: ElementDeclaration): FieldView {
    return this.#element(declaration, { min: 1, max: 1, choice: undefined, depth: 0 })
  }

  #element(declaration: ElementDeclaration, occurrence: Occurrence): FieldView {
    const { name, type, nillable, constraint, source } = declaration
    this.#left -= 1
    return {
      name,
      min: occurrence.min,
      max: occurrence.max === Number.POSITIVE_INFINITY ? null : occurrence.max,
      choice: occurrence.choice,
      nillable: nillable ? true : undefined,
      documentation: joinedText(documentationOf(source)),
      ...constrained(constraint),
      ...this.#content(type, occurrence.depth + 1),
    }
  }

  #content(type: TypeDefinition, depth: number): Pick<FieldView, 'kind'> & Partial<FieldView> {
    if (type.kind === 'simple') return simple(type)
    if (depth > DEPTH || this.#left < 0) return { kind: 'xml' }
    const attributes = [...type.attributes.values()].map(attribute)
    const beside = { attributes: attributes.length > 0 ? attributes : undefined }
    return { ...this.#complex(type, depth), ...beside }
  }

  #complex({ content }: ComplexType, depth: number): Pick<FieldView, 'kind'> & Partial<FieldView> {
    switch (content.kind) {
      case 'empty':
        return { kind: 'group', fields: [] }
      case 'simple':
        return simple(content.type)
      case 'mixed':
        return { kind: 'xml' }
      case 'element-only': {
        const occurrence = { min: 1, max: 1, choice: undefined, depth }
        return { kind: 'group', fields: this.#particle(content.particle, occurrence) }
      }
    }
  }

  /** Elements of groups within groups are told in one list: which exclude each other, `choice` says. */
  #particle({ min, max, term }: Particle, around: Occurrence): readonly FieldView[] {
    if (this.#left < 0) return []
    const occurrence = { ...around, min: around.min * min, max: around.max * max }
    switch (term.kind) {
      case 'element':
        return [this.#element(term.substitutes[0] ?? term, occurrence)]
      case 'any':
        return [{ name: 'any', kind: 'xml', ...occurrence, max: unbounded(occurrence.max) }]
      case 'sequence':
      case 'all':
        return term.particles.flatMap((one) => this.#particle(one, occurrence))
      case 'choice': {
        const choice = around.choice ?? this.#nextChoice()
        return term.particles.flatMap((one) => this.#particle(one, { ...occurrence, choice }))
      }
    }
  }

  #nextChoice(): string {
    this.#choices += 1
    return `choice ${this.#choices}`
  }
}

function attribute({ declaration, required, constraint }: AttributeUse): FieldView {
  const { name, type, source } = declaration
  return {
    name,
    min: required ? 1 : 0,
    max: 1,
    documentation: joinedText(documentationOf(source)),
    ...constrained(constraint),
    ...simple(type),
  }
}

function simple(type: SimpleType): Pick<FieldView, 'kind' | 'type' | 'values' | 'pattern'> {
  const { facets, primitive, builtIn, name } = type
  const [first] = facets.patterns ?? []
  return {
    kind: kindOf(primitive),
    type: builtIn ?? (name === '' ? undefined : name),
    values: facets.enumeration?.texts,
    pattern: first?.sources.join(' | '),
  }
}

function kindOf(primitive: SimpleType['primitive']): Kind {
  switch (primitive) {
    case 'boolean':
      return 'boolean'
    case 'decimal':
    case 'float':
    case 'double':
      return 'number'
    case 'dateTime':
      return 'moment'
    case 'date':
      return 'date'
    case 'base64Binary':
    case 'hexBinary':
      return 'binary'
    default:
      return 'text'
  }
}

function constrained(constraint: ValueConstraint | undefined): Partial<FieldView> {
  return constraint ? { [constraint.kind]: constraint.text } : {}
}

function joinedText(paragraphs: readonly string[]): string | undefined {
  return paragraphs.length === 0 ? undefined : paragraphs.map((one) => one.trim()).join('\n')
}

function unbounded(max: number): number | null {
  return max === Number.POSITIVE_INFINITY ? null : max
}
