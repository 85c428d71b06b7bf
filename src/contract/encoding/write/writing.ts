/** Writes values by the rules of an encoding: accessors with their types, arrays with their sizes, what is shared once. */
import type { SimpleType, TypeDefinition } from '../../../schema/components.js'
import { isElement, isRecord, type Mappings, own, VALUE } from '../../../schema/values/index.js'
import { kindOf } from '../../../schema/values/kind.js'
import { MAX_DEPTH, TOO_DEEP } from '../../../schema/values/levels.js'
import { Prefixes } from '../../../schema/values/prefixes.js'
import type { Location } from '../../../schema/values/unwritable.js'
import type { Value, Values } from '../../../schema/values/value.js'
import { writeText } from '../../../schema/values/write-text.js'
import { type Nesting, nested, part } from '../../../xml/nesting.js'
import { parseClarkName, type XmlAttribute, type XmlElement } from '../../../xml/tree.js'
import { ELEMENT, type Pace, type Walk } from '../../../xml/walk.js'
import type { Dialect } from '../dialect.js'
import type { ArrayForm, Form, Forms } from '../forms.js'
import { type Accessor, openAccessors, typedAccessors } from './accessors.js'
import { arrayAttributes, rowOf } from './array.js'
import { formOf } from './form-of.js'
import { island } from './island.js'
import type { Marks } from './marks.js'
import { type Names, typeName } from './names.js'

/** Levels inside an independent element: a reader bounds how deep a message nests. */
const MAX_INLINE_DEPTH = 40

export interface WritingParts {
  readonly forms: Forms
  readonly mappings: Mappings
  readonly dialect: Dialect
  readonly names: Names
  readonly marks: Marks
  readonly pace: Pace
  readonly location: Location
  /** Namespace of the envelope. */
  readonly envelope: string
}

type Name = Pick<Accessor, 'namespace' | 'local'>

/** How the start tag of a value begins; what tells its type comes behind. */
interface Start extends Name {
  /** What it is referred to by, if it is. */
  readonly marks: readonly XmlAttribute[]
}

export class Writing {
  readonly #parts: WritingParts

  constructor(parts: WritingParts) {
    this.#parts = parts
  }

  /** The accessors of an entry. */
  entry(values: Values, form: Form): Walk<readonly XmlElement[]> {
    return nested(this.#children(this.#accessorsOf(values, form), 1))
  }

  /** What is written beside the entry. */
  independent(
    name: Name,
    value: Value,
    form: Form,
    marks: readonly XmlAttribute[],
  ): Walk<XmlElement> {
    return nested(this.#content({ ...name, marks }, value, form, 1))
  }

  *#children(accessors: Iterable<Accessor>, level: number): Nesting<readonly XmlElement[]> {
    const { location, pace } = this.#parts
    const children: XmlElement[] = []
    for (const accessor of accessors) {
      if (pace.done(ELEMENT)) yield
      for (const step of accessor.steps) location.enter(step)
      children.push(yield* part(this.#accessor(accessor, level)))
      for (const _ of accessor.steps) location.leave()
    }
    return children
  }

  *#accessor(accessor: Accessor, level: number): Nesting<XmlElement> {
    const { value, form, nillable, namespace, local } = accessor
    const { names, marks, dialect, location, envelope } = this.#parts
    if (value === null || value === undefined) {
      if (!nillable) location.forbid('the contract does not let it be null')
      return this.#element(accessor, [names.nil()], [])
    }
    if (typeof value === 'object' && isElement(value)) {
      const prefix = names.prefixOf(namespace)
      return island(value, { prefix, namespace, local }, dialect, envelope)
    }
    if (level > MAX_DEPTH) location.refuse(TOO_DEEP)
    if (typeof value !== 'object' && typeof value !== 'string') {
      return yield* this.#content({ namespace, local, marks: [] }, value, form, level)
    }
    const aside = dialect.name === '1.1' && level > MAX_INLINE_DEPTH && isCompound(value)
    const reference = aside || marks.isShared(value) ? marks.reference(value, form) : undefined
    if (reference) return this.#element(accessor, [reference], [])
    const start = { namespace, local, marks: marks.here(value) }
    return yield* this.#content(start, value, form, level)
  }

  *#content(start: Start, value: Value, declared: Form, level: number): Nesting<XmlElement> {
    const { forms, location } = this.#parts
    const form = formOf(value, declared, forms, location)
    switch (form.kind) {
      case 'any':
        return location.refuse(`${kindOf(value)} is no value`)
      case 'simple':
        return this.#text(start, value, form.type, form.type)
      case 'array':
        if (!Array.isArray(value)) return location.refuse(`expected an array, got ${kindOf(value)}`)
        return yield* this.#array(start, value, form, level)
      case 'struct': {
        const { type, named } = form
        if (type?.content.kind === 'simple') {
          return this.#text(start, value, type.content.type, type)
        }
        if (!isRecord(value)) return location.refuse(`expected an object, got ${kindOf(value)}`)
        const children = yield* this.#children(this.#accessorsOf(value, form), level + 1)
        const stated = named === undefined ? type && typeName(type) : parseClarkName(named)
        const empty = children.length === 0
        const attributes = stated
          ? [this.#parts.names.type(stated)]
          : empty
            ? [this.#emptyStruct()]
            : []
        return this.#element(start, [...start.marks, ...attributes], children)
      }
    }
  }

  #text(start: Start, value: Value, type: SimpleType, statedType: TypeDefinition): XmlElement {
    const { mappings, names, location } = this.#parts
    const mapping = mappings.simple.of(type)
    const prefixes = new Prefixes('', '')
    const content = isRecord(value) && Object.hasOwn(value, VALUE) ? own(value, VALUE) : value
    const text = writeText({ mapping, constraint: undefined }, content, prefixes, location)
    const called = typeName(statedType)
    const attributes = called ? [...start.marks, names.type(called)] : start.marks
    return { ...this.#element(start, attributes, [text]), scope: prefixes.own }
  }

  *#array(
    start: Start,
    value: readonly Value[],
    declared: ArrayForm,
    level: number,
  ): Nesting<XmlElement> {
    const { dialect, names, forms } = this.#parts
    const row = rowOf(value, declared)
    const form = forms.itemOf(row.form)
    const children = yield* this.#children(itemsOf(row.items, form), level + 1)
    const attributes = [...start.marks, ...arrayAttributes(row, dialect, names)]
    return this.#element(start, attributes, children)
  }

  #accessorsOf(values: Values, form: Form): Iterable<Accessor> {
    const { mappings, forms, location } = this.#parts
    const type = form.kind === 'struct' ? form.type : undefined
    return type
      ? typedAccessors(values, mappings.complex(type), forms, location)
      : openAccessors(values)
  }

  /** Without it, nothing would tell a struct without accessors from an empty text. */
  #emptyStruct(): XmlAttribute {
    const { dialect, names } = this.#parts
    const { name, uri } = dialect
    return name === '1.1'
      ? names.type({ namespace: uri, local: 'Struct' })
      : names.attribute({ namespace: uri, local: 'nodeType' }, 'struct')
  }

  #element(
    { namespace, local }: Name,
    attributes: readonly XmlAttribute[],
    children: XmlElement['children'],
  ): XmlElement {
    const prefix = this.#parts.names.prefixOf(namespace)
    return {
      prefix,
      namespace,
      local,
      attributes,
      children,
      scope: EMPTY_SCOPE,
      start: -1,
      end: -1,
    }
  }
}

/** They are many: each is made when it is written. */
function* itemsOf(items: readonly Value[], form: Form): Iterable<Accessor> {
  for (const [index, value] of items.entries()) yield { ...ITEM, form, value, steps: [index] }
}

const ITEM = { namespace: '', local: 'item', nillable: true } as const
const EMPTY_SCOPE = { declarations: [], parent: undefined } as const

function isCompound(value: Value): boolean {
  return Array.isArray(value) || isRecord(value)
}
