/** Writes values as elements by the components of a schema, which decide what may be written. */
import { type Nesting, nested, part } from '../../xml/nesting.js'
import { attribute, boundTo, type XmlElement, XSI_NAMESPACE } from '../../xml/tree.js'
import { ELEMENT, isWalk, Pace, type Walk } from '../../xml/walk.js'
import type { ElementDeclaration, SchemaComponents, TypeDefinition } from '../components.js'
import type { Matching } from '../content/index.js'
import { Entries, type Entry } from './entries.js'
import { NIL, VALUE } from './keys.js'
import { isBytes, isElement, isQName, isRecord, kindOf } from './kind.js'
import { MAX_DEPTH, TOO_DEEP } from './levels.js'
import { Made } from './made.js'
import type { ComplexValues, Mappings } from './mappings.js'
import { typeOf } from './named-types.js'
import { openText, writingOpen } from './open.js'
import type { Pack } from './pack.js'
import { own } from './record.js'
import type { SimpleMapping } from './simple-mapping.js'
import type { Location } from './unwritable.js'
import type { Value, Values } from './value.js'
import { AttributeWriting } from './write-attributes.js'
import { writeText } from './write-text.js'

export class Writing {
  readonly #schema: SchemaComponents
  readonly #mappings: Mappings
  readonly #location: Location
  readonly #attributes: AttributeWriting
  readonly #entries: Entries
  readonly #pace = new Pace()
  readonly #pack: Pack | undefined
  /** Elements around the one that is written. */
  #level = 0

  /**
   * @param place  the root of what is written
   * @param pack   says what is written for bytes. Default: their text
   */
  constructor(
    schema: SchemaComponents,
    mappings: Mappings,
    location: Location,
    pack?: Pack | undefined,
  ) {
    this.#pack = pack
    this.#schema = schema
    this.#mappings = mappings
    this.#location = location
    this.#attributes = new AttributeWriting(schema, mappings, location)
    this.#entries = new Entries(mappings, location)
  }

  /**
   * @param prefix  for the name of the element
   * @returns no walk for one without elements in it
   * @throws Unwritable for a value that the schema does not allow there
   */
  element(
    declared: ElementDeclaration,
    value: Value,
    prefix: string,
  ): XmlElement | Walk<XmlElement> {
    const made = this.#element(declared, value, prefix)
    return isWalk(made) ? nested(made) : made
  }

  #element(
    declared: ElementDeclaration,
    value: Value,
    prefix: string,
  ): XmlElement | Nesting<XmlElement> {
    if (typeof value === 'object' && value !== null && isElement(value)) {
      return renamed(value, declared, prefix)
    }
    const type = typeOf(declared, value, this.#schema, this.#location)
    const made = new Made(declared, prefix)
    if (type !== declared.type) made.say(type)
    if (value === null || (isRecord(value) && own(value, NIL) === true)) {
      return this.#nil(declared, type, value, made)
    }
    if (type.kind === 'simple') {
      const content = isRecord(value) && Object.hasOwn(value, VALUE) ? value[VALUE] : value
      return this.#simple(declared, this.#mappings.simple.of(type), content, made)
    }
    return this.#complex(declared, this.#mappings.complex(type), value, made)
  }

  #nil(declared: ElementDeclaration, type: TypeDefinition, value: Value, made: Made): XmlElement {
    const { nillable, constraint } = declared
    // cvc-elt.3.1
    if (!nillable) this.#location.forbid('the schema does not let it be nil')
    // cvc-elt.3.2.2
    if (constraint?.kind === 'fixed')
      this.#location.forbid('its value is fixed, so it cannot be nil')
    made.attributes.push(attribute(`{${XSI_NAMESPACE}}nil`, 'true', 'xsi'))
    const values = isRecord(value) ? value : {}
    this.#entries.refuseUnless(values, () => false)
    if (type.kind === 'complex') this.#attribute(values, this.#mappings.complex(type), made)
    return made.element([])
  }

  #attribute(values: Values, type: ComplexValues, made: Made): void {
    made.attributes.push(...this.#attributes.of(values, type, made.prefixes))
  }

  #simple(
    { constraint }: ElementDeclaration,
    mapping: SimpleMapping,
    value: Value,
    made: Made,
  ): XmlElement {
    const bytes = mapping.kind === 'base64' && !constraint && isBytes(value)
    const content = (bytes && this.#pack?.(value)) || value
    if (typeof content === 'object' && content !== null && isElement(content)) {
      return made.element([content])
    }
    return made.element([
      writeText({ mapping, constraint }, content, made.prefixes, this.#location),
    ])
  }

  #complex(
    declared: ElementDeclaration,
    type: ComplexValues,
    value: Value,
    made: Made,
  ): XmlElement | Nesting<XmlElement> {
    const { mapping, text } = type
    if (mapping.content.kind === 'open') return this.#open(declared, value, made)
    if (text) return this.#simple(declared, text, this.#besideAttributes(value, type, made), made)
    if (!isRecord(value)) return this.#location.refuse(`expected an object, got ${kindOf(value)}`)
    this.#attribute(value, type, made)
    return this.#children(value, type, made)
  }

  /**
   * Writes the attributes of simple content.
   *
   * @returns the value of its text
   */
  #besideAttributes(value: Value, type: ComplexValues, made: Made): Value {
    // A QName is an object, too.
    const parts = isRecord(value) && !isQName(value) ? value : { [VALUE]: value }
    this.#entries.refuseUnless(parts, (key) => key === VALUE)
    this.#attribute(parts, type, made)
    return own(parts, VALUE)
  }

  /** Content of `xs:anyType`, of which the schema says nothing. */
  *#open({ local }: ElementDeclaration, value: Value, made: Made): Walk<XmlElement> {
    if (!isRecord(value)) return made.element([openText(local, value)])
    return made.element(yield* writingOpen(value, made.element([]), this.#pace, this.#level))
  }

  *#children(values: Values, type: ComplexValues, made: Made): Nesting<XmlElement> {
    this.#level += 1
    if (this.#level > MAX_DEPTH) this.#location.refuse(TOO_DEEP)
    const children: (XmlElement | string)[] = []
    const matching = type.model?.begin()
    for (const entry of this.#entries.of(values, type)) {
      if (typeof entry === 'string') {
        children.push(entry)
        continue
      }
      const { field, value, index } = entry
      this.#location.enter(field.key)
      if (index !== undefined) this.#location.enter(index)
      const declared = this.#take(entry, matching)
      const { type } = declared ?? {}
      if (!declared || !type) children.push(this.#anyElement(value))
      else if (type.kind === 'simple' && typeof value !== 'object') {
        const child = new Made(declared, made.prefixOf(declared))
        children.push(this.#simple(declared, this.#mappings.simple.of(type), value, child))
      } else {
        const child = this.#element(declared, value, made.prefixOf(declared))
        children.push(isWalk(child) ? yield* part(child) : child)
      }
      if (this.#pace.done(ELEMENT)) yield
      if (index !== undefined) this.#location.leave()
      this.#location.leave()
    }
    // cvc-complex-type.2.4
    if (matching && !matching.complete) {
      this.#location.forbid(`more is needed: ${matching.expected().join(' or ')}`)
    }
    this.#level -= 1
    return made.element(children)
  }

  /** @returns by which declaration an entry is written; undefined for an element that a wildcard lets in */
  #take({ field, value }: Entry, matching: Matching | undefined): ElementDeclaration | undefined {
    const { declaration } = field
    const { namespace, local } = declaration ?? this.#anyElement(value)
    const taken = matching?.take(namespace, local)
    // cvc-complex-type.2.4
    if (!taken) {
      const expected = matching?.expected().join(' or ') || 'nothing more'
      this.#location.forbid(`it may not stand here: the schema wants ${expected}`)
    } else if (!declaration && taken.kind === 'element') {
      this.#location.forbid(`${local} is an element of the schema, to be given under its name`)
    }
    return taken?.kind === 'element' && declaration ? taken : declaration
  }

  #anyElement(value: Value): XmlElement {
    if (typeof value === 'object' && value !== null && isElement(value)) return value
    return this.#location.refuse(`expected an element, got ${kindOf(value)}`)
  }
}

/**
 * An element that a plugin made, or got, under the name that it is written by.
 *
 * @param prefix  for the namespace, if the element's own prefix does not stand for it
 */
function renamed(
  element: XmlElement,
  { namespace, local }: { readonly namespace: string; readonly local: string },
  prefix: string,
): XmlElement {
  if (element.local === local && element.namespace === namespace) return element
  if (element.namespace === namespace) return { ...element, local }
  if (namespace === '') return { ...element, prefix: '', namespace, local }
  let free = prefix
  for (let n = 2; (boundTo(element.scope, free) ?? namespace) !== namespace; n += 1) {
    free = `${prefix}${n}`
  }
  return { ...element, prefix: free, namespace, local }
}
