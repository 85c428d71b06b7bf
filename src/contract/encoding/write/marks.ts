/** Gives identifiers to what is written once and referred to: SOAP 1.1 has it beside the entry, SOAP 1.2 where it first stands. */
import type { Value } from '../../../schema/values/value.js'
import { attribute, type XmlAttribute } from '../../../xml/tree.js'
import type { Dialect } from '../dialect.js'
import type { Form } from '../forms.js'
import type { Names } from './names.js'
import type { Shareable } from './sharing.js'

/** A value that is written beside the entry. */
export interface Independent {
  readonly value: Value
  readonly form: Form
  readonly id: string
}

export class Marks {
  readonly #shared: ReadonlySet<Shareable>
  readonly #dialect: Dialect
  readonly #names: Names
  readonly #ids = new Map<Shareable, string>()
  /** Those that are still to be written. */
  readonly independent: Independent[] = []

  constructor(shared: ReadonlySet<Shareable>, dialect: Dialect, names: Names) {
    this.#shared = shared
    this.#dialect = dialect
    this.#names = names
  }

  isShared(value: Shareable): boolean {
    return this.#shared.has(value)
  }

  /** What marks an element that is written here and now; nothing for one that nothing refers to. */
  here(value: Shareable): readonly XmlAttribute[] {
    return this.isShared(value) ? [this.id(this.#add(value))] : []
  }

  /** A reference to what has been written, or will be beside the entry; undefined if it is to be written here. */
  reference(value: Value & Shareable, form: Form): XmlAttribute | undefined {
    const existing = this.#ids.get(value)
    if (this.#dialect.name === '1.2')
      return existing === undefined ? undefined : this.#ref(existing)
    const id = existing ?? this.#add(value)
    if (existing === undefined) this.independent.push({ value, form, id })
    return this.#ref(id)
  }

  id(id: string): XmlAttribute {
    const { name, uri } = this.#dialect
    return name === '1.1'
      ? attribute('id', id)
      : this.#names.attribute({ namespace: uri, local: 'id' }, id)
  }

  #ref(id: string): XmlAttribute {
    const { name, uri } = this.#dialect
    return name === '1.1'
      ? attribute('href', `#${id}`)
      : this.#names.attribute({ namespace: uri, local: 'ref' }, id)
  }

  #add(value: Shareable): string {
    const id = `ref-${this.#ids.size + 1}`
    this.#ids.set(value, id)
    return id
  }
}
