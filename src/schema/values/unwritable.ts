/** What a value is refused with that cannot be written: where it stands, and why. */

export class Unwritable extends TypeError {
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
    this.name = 'Unwritable'
  }
}

/** Where the writing is: `order.item[2].@number`. */
export class Place {
  readonly #steps: (string | number)[]

  constructor(root: string) {
    this.#steps = [root]
  }

  enter(step: string | number): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  get depth(): number {
    return this.#steps.length
  }

  refuse(reason: string, ...below: readonly string[]): never {
    const [root = '', ...steps] = [...this.#steps, ...below]
    const path = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    throw new Unwritable(String(root) + path.join(''), reason)
  }
}
