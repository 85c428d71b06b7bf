/** Gives types and elements of a schema names that TypeScript takes, each another one. */

/** Names that the generated text uses for what is not the schema's. */
const TAKEN = [
  'XmlElement',
  'Uint8Array',
  'Date',
  'QName',
  'AnyAttribute',
  'EncodedValue',
  'OpenValues',
]

export class TypeNames {
  readonly #taken = new Set(TAKEN)

  isFree(wanted: string): boolean {
    return !this.#taken.has(identifier(wanted))
  }

  /** A name for what the schema calls so; begins with a capital letter, so that it is no word of the language. */
  make(wanted: string): string {
    const plain = identifier(wanted)
    let name = plain
    for (let n = 2; this.#taken.has(name); n += 1) name = `${plain}${n}`
    this.#taken.add(name)
    return name
  }
}

/** `order-item.type` is `OrderItemType`. */
export function identifier(wanted: string): string {
  const joined = wanted
    .split(/[^\p{ID_Continue}]+/u)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
  return /^[A-Z]/.test(joined) ? joined : `T${joined}`
}
