/** The element names of a content model, numbered, so that a state finds its way by an index. */

export class Names {
  readonly #numbers = new Map<string, Map<string, number>>()
  #count = 0

  /** The number of a name, given now if it has none. */
  add(namespace: string, local: string): number {
    let numbers = this.#numbers.get(namespace)
    if (numbers === undefined) {
      numbers = new Map()
      this.#numbers.set(namespace, numbers)
    }
    const known = numbers.get(local)
    if (known !== undefined) return known
    numbers.set(local, this.#count)
    this.#count += 1
    return this.#count - 1
  }

  /** undefined for a name that the model does not know. */
  find(namespace: string, local: string): number | undefined {
    return this.#numbers.get(namespace)?.get(local)
  }
}
