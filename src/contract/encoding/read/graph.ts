/** Reads encoded values from one accessor to the next, without recursion: what is referred to twice is one object, and so a cycle is one. */
import { builtInType } from '../../../schema/simple/index.js'
import type { Value } from '../../../schema/values/value.js'
import { includedIn } from '../../../xml/binary.js'
import { clarkName, hasText, type XmlElement } from '../../../xml/tree.js'
import type { Walk } from '../../../xml/walk.js'
import type { Dialect } from '../dialect.js'
import { ANY, type Form, STRUCT } from '../forms.js'
import { MAX_OMITTED } from '../limits.js'
import { styleAt, unknownEncoding } from '../styles.js'
import { agreed, described, fits, isSame } from './agree.js'
import { fillArray } from './array.js'
import { statedForm, unsignedIn } from './declared-type.js'
import type { Node } from './ids.js'
import { isNil } from './instance.js'
import { type Location, misfit, undecodable } from './problem.js'
import type { Slot } from './slot.js'
import { fillStruct } from './struct.js'
import { textTypeOf, typedStruct, withText } from './struct-type.js'
import type { Accessors, ReadingParts, Task } from './task.js'

/** A value of which a declaration that is met later may know the type. */
interface Waiting extends Node {
  readonly slot: Slot
}

export class Graph implements Accessors {
  readonly parts: ReadingParts
  readonly #tasks: Task[] = []
  readonly #waiting: Waiting[] = []
  /** What elements with an identifier have become. */
  readonly #made = new Map<XmlElement, { readonly form: Form; readonly value: Value }>()
  #omitted = 0

  constructor(parts: ReadingParts) {
    this.parts = parts
  }

  /** Reads an element, and all that can be reached from it. */
  *reading(node: Node, declared: Form, slot: Slot): Walk<void> {
    this.#value(node, declared, declared, slot)
    for (;;) {
      for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) yield* this.#fill(task)
      const waiting = this.#waiting.pop()
      if (!waiting) return
      this.#value(waiting, ANY, ANY, waiting.slot)
    }
  }

  accessor(sent: XmlElement, around: Dialect, declared: Form, slot: Slot): number {
    const { envelope, references } = this.parts
    const dialect = styleAt(sent, envelope) ?? around
    if (dialect === 'unknown') throw unknownEncoding()
    if (dialect === 'literal') {
      // What claims no encoding is an element, as it is.
      slot.put(sent)
      return 0
    }
    const node = references.follow(sent, dialect, slot.location)
    if (node.element === sent) return this.#value(node, declared, declared, slot)
    const wanted = this.#agreed(declared, { element: sent, dialect }, slot.location, undefined)
    if (wanted.kind !== 'any' || this.#made.has(node.element)) {
      return this.#value(node, wanted, declared, slot)
    }
    this.#waiting.push({ ...node, slot })
    return 0
  }

  omit(count: number, location: Location): void {
    this.#omitted += count
    if (this.#omitted > MAX_OMITTED) {
      throw misfit(location, `arrays may leave out ${MAX_OMITTED} places of a message, and no more`)
    }
  }

  /**
   * @param wanted    what the accessor says, too
   * @param declared  what the contract says of it
   */
  #value(node: Node, wanted: Form, declared: Form, slot: Slot): number {
    const { element, dialect } = node
    const { location } = slot
    if (isNil(element)) {
      putNil(slot)
      return 0
    }
    const named = dialect.idOf(element) !== undefined
    const before = named ? this.#made.get(element) : undefined
    if (before && fits(before.form, wanted)) {
      slot.put(before.value)
      return 0
    }
    const form = this.#formOf(node, wanted, location)
    const textual = textTypeOf(form, element)
    if (textual) {
      const { texts, mappings } = this.parts
      const text = texts.read(element, textual, named, location)
      slot.put(withText(text, form, declared, mappings))
      return element.end - element.start
    }
    if (before) {
      throw misfit(
        location,
        `it is ${described(before.form)} elsewhere, and ${described(wanted)} here`,
      )
    }
    if (hasText(element)) throw misfit(location, `expected ${described(form)}, got text`)
    const value = form.kind === 'array' ? [] : typedStruct(form, declared)
    if (named) this.#made.set(element, { form, value })
    this.#tasks.push({ element, dialect, form, value, location })
    slot.put(value)
    return 0
  }

  #formOf(node: Node, wanted: Form, location: Location): Form {
    const { element } = node
    const form = this.#agreed(wanted, node, location, this.#global(element, wanted))
    // SOAP 1.2 Part 2 §3.2: a value of an abstract type is to say which one it is.
    if (form.kind === 'struct' && form.type?.abstract) {
      throw undecodable(
        'UntypedValue',
        location,
        `${described(form)} is abstract: xsi:type is missing`,
      )
    }
    return form.kind === 'any' ? untyped(element) : form
  }

  /**
   * What a value is by its declaration and by what its element says.
   *
   * @param otherwise  counts where it says nothing
   * @throws UnsignedPrefix if it says another type in a signed element, by a prefix that is not signed
   */
  #agreed(
    wanted: Form,
    { element, dialect }: Node,
    location: Location,
    otherwise: Form | undefined,
  ): Form {
    const stated = statedForm(element, dialect, this.parts.forms, location)
    const form = agreed(wanted, stated ?? otherwise, location)
    const unsigned = unsignedIn(element, dialect)
    if (!unsigned) return form
    const without = agreed(wanted, otherwise, location)
    const typed = (one: Form) => (one.kind === 'any' ? untyped(element) : one)
    if (!isSame(typed(form), typed(without))) throw unsigned
    return form
  }

  /** SOAP 1.1 §5.1: an independent element may have the name that a schema declares. */
  #global(element: XmlElement, wanted: Form): Form | undefined {
    if (wanted.kind !== 'any' || element.namespace === '') return undefined
    const { forms } = this.parts
    const declaration = forms.schema.elements.get(clarkName(element))
    return declaration && forms.of(declaration.type)
  }

  *#fill({ form, value, ...node }: Task): Walk<void> {
    if (form.kind === 'array' && Array.isArray(value)) {
      yield* fillArray(this, { form, value, ...node })
    } else if (form.kind === 'struct' && !Array.isArray(value)) {
      yield* fillStruct(this, { form, value, ...node })
    }
  }
}

function putNil({ nil, location, put }: Slot): void {
  if (nil === 'refused') throw misfit(location, 'it must not be null')
  if (nil === 'null') put(null)
}

const STRING = builtInType('string')
const BYTES = builtInType('base64Binary')

/** Nobody says what it is: a struct if there are elements in it, bytes if they stand there, else a text. */
function untyped({ children }: XmlElement): Form {
  if (includedIn(children) && BYTES) return { kind: 'simple', type: BYTES }
  const compound = children.some((child) => typeof child !== 'string')
  return compound || !STRING ? STRUCT : { kind: 'simple', type: STRING }
}
