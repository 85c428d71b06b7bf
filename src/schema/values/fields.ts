/** Fields of a type, found by the names of elements and by keys. */
import type { ElementField } from './mapping.js'

export class Fields {
  readonly #byLocal = new Map<string, ElementField[]>()
  readonly #byKey = new Map<string, ElementField>()
  /** Those whose values are arrays, also without any element; wildcards are none. */
  readonly arrays: readonly ElementField[]
  /** What wildcards let in. */
  readonly any: ElementField | undefined

  constructor(fields: readonly ElementField[]) {
    for (const field of fields) {
      this.#byKey.set(field.key, field)
      const { declaration } = field
      if (!declaration) continue
      const named = this.#byLocal.get(declaration.local)
      if (named) named.push(field)
      else this.#byLocal.set(declaration.local, [field])
    }
    this.arrays = fields.filter(({ declaration, repeats }) => declaration && repeats)
    this.any = fields.find(({ declaration }) => !declaration)
  }

  ofKey(key: string): ElementField | undefined {
    return this.#byKey.get(key)
  }

  named(namespace: string, local: string): ElementField | undefined {
    const named = this.#byLocal.get(local)
    if (!named) return undefined
    for (const field of named) if (field.declaration?.namespace === namespace) return field
    return undefined
  }

  /** All of a local name, whatever their namespaces. */
  allOf(local: string): readonly ElementField[] {
    return this.#byLocal.get(local) ?? NONE
  }
}

const NONE: readonly ElementField[] = []
