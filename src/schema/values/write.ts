/** Writes values as elements by the components of a schema, which decide what may be written. */
import {
  attribute,
  clarkName,
  type XmlAttribute,
  type XmlElement,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../../xml/walk.js'
import type { ElementDeclaration, SchemaComponents, TypeDefinition } from '../components.js'
import type { Matching } from '../content/index.js'
import { normalise } from '../simple/index.js'
import { Entries, type Entry } from './entries.js'
import { renamed } from './given.js'
import { NIL, VALUE } from './keys.js'
import { isElement, isRecord, kindOf } from './kind.js'
import type { ComplexValues, Mappings } from './mappings.js'
import { typeOf } from './named-types.js'
import { openText, writingOpen } from './open.js'
import { Prefixes } from './prefixes.js'
import { own } from './record.js'
import type { SimpleMapping } from './simple-mapping.js'
import { Place } from './unwritable.js'
import type { WrittenValue, WrittenValues } from './value.js'
import { AttributeWriting, isSame } from './write-attributes.js'
import { writeSimple } from './write-simple.js'

/** More than any message has: a value that holds itself ends here. */
const DEEPEST = 2000

export class Writing {
  readonly #schema: SchemaComponents
  readonly #mappings: Mappings
  readonly #place: Place
  readonly #attributes: AttributeWriting
  readonly #entries: Entries
  readonly #pace = new Pace()

  constructor(schema: SchemaComponents, mappings: Mappings, root: string) {
    this.#schema = schema
    this.#mappings = mappings
    this.#place = new Place(root)
    this.#attributes = new AttributeWriting(schema, mappings, this.#place)
    this.#entries = new Entries(mappings, this.#place)
  }

  /**
   * @param prefix  for the name of the element
   * @throws Unwritable for a value that the schema does not allow there
   */
  *element(declared: ElementDeclaration, value: WrittenValue, prefix: string): Walk<XmlElement> {
    if (typeof value === 'object' && value !== null && isElement(value)) {
      return renamed(value, declared, prefix)
    }
    const type = typeOf(declared, value, this.#schema, this.#place)
    const made = new Made(declared, prefix)
    if (type !== declared.type) made.attributes.push(typeAttribute(type, made.prefixes))
    if (value === null || (isRecord(value) && own(value, NIL) === true)) {
      return this.#nil(declared, type, value, made)
    }
    if (type.kind === 'simple') {
      const mapping = this.#mappings.simple.of(type)
      const given = type !== declared.type && isRecord(value) ? own(value, VALUE) : value
      return made.element([this.#text(declared, mapping, given, made.prefixes)])
    }
    return yield* this.#complex(declared, this.#mappings.complex(type), value, made)
  }

  #nil(
    declared: ElementDeclaration,
    type: TypeDefinition,
    value: WrittenValue,
    made: Made,
  ): XmlElement {
    // cvc-elt.3.1
    if (!declared.nillable) this.#place.refuse('the schema does not let it be nil')
    // cvc-elt.3.2.2
    if (declared.constraint?.kind === 'fixed')
      this.#place.refuse('it has a fixed value, so it is not nil')
    made.attributes.push(attribute(`{${XSI_NAMESPACE}}nil`, 'true', 'xsi'))
    if (type.kind === 'complex') {
      const values = isRecord(value) ? value : {}
      made.attributes.push(
        ...this.#attributes.of(values, this.#mappings.complex(type), made.prefixes),
      )
    }
    return made.element([])
  }

  #text(
    { constraint }: ElementDeclaration,
    mapping: SimpleMapping,
    value: WrittenValue,
    prefixes: Prefixes,
  ): string {
    const text = writeSimple(mapping, value, prefixes)
    if (typeof text !== 'string') return this.#place.refuse(text.sentence)
    if (!constraint) return text
    // cvc-elt.5.1: an empty element has the value of the constraint.
    if (text === '' && normalise(mapping.type, constraint.text) !== '') {
      this.#place.refuse(`an empty element means ${constraint.text}`)
    }
    // cvc-elt.5.2.2
    if (constraint.kind === 'fixed' && !isSame(mapping, text, constraint, prefixes)) {
      this.#place.refuse(`it must be ${constraint.text}`)
    }
    return text
  }

  *#complex(
    declared: ElementDeclaration,
    type: ComplexValues,
    value: WrittenValue,
    made: Made,
  ): Walk<XmlElement> {
    const { content } = type.mapping
    if (content.kind === 'open') return yield* this.#open(declared, value, made)
    if (content.kind === 'simple' && !isValues(value)) {
      made.attributes.push(...this.#attributes.of({}, type, made.prefixes))
      return made.element(this.#simpleContent(declared, type, value, made))
    }
    if (!isValues(value)) return this.#place.refuse(`an object is wanted, not a ${kindOf(value)}`)
    made.attributes.push(...this.#attributes.of(value, type, made.prefixes))
    if (content.kind === 'simple') {
      return made.element(this.#simpleContent(declared, type, own(value, VALUE), made))
    }
    return made.element(yield* this.#children(value, type, made))
  }

  #simpleContent(
    declared: ElementDeclaration,
    { text }: ComplexValues,
    value: WrittenValue,
    { prefixes }: Made,
  ): readonly string[] {
    return text ? [this.#text(declared, text, value, prefixes)] : []
  }

  /** Content of `xs:anyType`, of which the schema says nothing. */
  *#open({ local }: ElementDeclaration, value: WrittenValue, made: Made): Walk<XmlElement> {
    if (!isRecord(value)) return made.element([openText(local, value)])
    return made.element(yield* writingOpen(value, made.element([]), this.#pace))
  }

  *#children(values: WrittenValues, type: ComplexValues, made: Made): Walk<XmlElement['children']> {
    if (this.#place.depth > DEEPEST) this.#place.refuse('the value nests too deeply')
    const children: (XmlElement | string)[] = []
    const matching = type.model?.begin()
    for (const entry of this.#entries.of(values, type)) {
      if (typeof entry === 'string') {
        children.push(entry)
        continue
      }
      this.#place.enter(entry.field.key)
      if (entry.index !== undefined) this.#place.enter(entry.index)
      children.push(yield* this.#child(entry, matching, made))
      if (this.#pace.done(ELEMENT)) yield
      if (entry.index !== undefined) this.#place.leave()
      this.#place.leave()
    }
    // cvc-complex-type.2.4
    if (matching && !matching.complete) {
      this.#place.refuse(`more elements are needed: ${matching.expected().join(' or ')}`)
    }
    return children
  }

  *#child({ field, value }: Entry, matching: Matching | undefined, parent: Made): Walk<XmlElement> {
    const { declaration } = field
    const name = declaration ?? this.#anyElement(value)
    const taken = matching?.take(name.namespace, name.local)
    // cvc-complex-type.2.4
    if (!taken) {
      const expected = matching?.expected().join(' or ') || 'no more elements'
      return this.#place.refuse(`it may not stand here: the schema wants ${expected}`)
    }
    if (!declaration) {
      if (taken.kind === 'any') return this.#anyElement(value)
      return this.#place.refuse(
        `${clarkName(name)} is an element of the schema, to be given under its name`,
      )
    }
    if (taken.kind === 'any') return this.#place.refuse('it may not stand here, but by a wildcard')
    return yield* this.element(taken, value, parent.prefixOf(taken))
  }

  #anyElement(value: WrittenValue): XmlElement {
    if (typeof value === 'object' && value !== null && isElement(value)) return value
    return this.#place.refuse(`an element is wanted, not a ${kindOf(value)}`)
  }
}

/** An element in the making. */
class Made {
  readonly #name: ElementDeclaration
  readonly #prefix: string
  readonly attributes: XmlAttribute[] = []
  readonly prefixes: Prefixes

  constructor(name: ElementDeclaration, prefix: string) {
    this.#name = name
    this.#prefix = name.namespace === '' ? '' : prefix
    this.prefixes = new Prefixes(this.#prefix, name.namespace)
  }

  element(children: XmlElement['children']): XmlElement {
    const { local, namespace } = this.#name
    const { attributes, prefixes } = this
    const prefix = this.#prefix
    return {
      prefix,
      local,
      namespace,
      attributes,
      scope: prefixes.own,
      children,
      start: -1,
      end: -1,
    }
  }

  /** The prefix of a child: that of the element itself, if it is in the same namespace. */
  prefixOf({ namespace }: ElementDeclaration): string {
    return namespace === this.#name.namespace ? this.#prefix : 'f'
  }
}

function typeAttribute(type: TypeDefinition, prefixes: Prefixes): XmlAttribute {
  return attribute(`{${XSI_NAMESPACE}}type`, prefixes.write(type), 'xsi')
}

/** A name in a namespace is a value of simple type, and named values as well. */
function isValues(value: WrittenValue): value is WrittenValues {
  return isRecord(value)
}
