/** What a value is refused with that cannot be written: where it stands, and why. */

export class Unwritable extends TypeError {
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
    this.name = 'Unwritable'
  }
}

/** Where the writing is: `order.item[2].@number`. */
export class Location {
  readonly #steps: (string | number)[]
  readonly checked: boolean

  /** @param checked  false to write what the schema forbids, too */
  constructor(root: string, checked: boolean) {
    this.#steps = [root]
    this.checked = checked
  }

  enter(step: string | number): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  /** Refuses what the schema forbids, though it could be written. */
  forbid(reason: string, ...below: readonly (string | number)[]): void {
    if (this.checked) this.refuse(reason, ...below)
  }

  /** Refuses what cannot be written. */
  refuse(reason: string, ...below: readonly (string | number)[]): never {
    const [root = '', ...steps] = [...this.#steps, ...below]
    const path = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    throw new Unwritable(String(root) + path.join(''), reason)
  }
}
