/** Fields of a type, found by the names of elements and by keys. */
import type { ElementField } from './mapping.js'
import type { Group } from './order.js'

export class Fields {
  readonly #byLocal = new Map<string, ElementField[]>()
  readonly #byKey = new Map<string, ElementField>()
  readonly #positions = new Map<ElementField, number>()
  /** Those whose values are arrays, also without any element; wildcards are none, and what stands in a group. */
  readonly arrays: readonly ElementField[]
  /** What wildcards let in. */
  readonly any: ElementField | undefined

  constructor(fields: readonly ElementField[]) {
    const groups = new Map<Group, number>()
    const firstOf = ({ group }: ElementField, index: number): number => {
      if (group && !groups.has(group)) groups.set(group, index)
      return (group && groups.get(group)) ?? index
    }
    for (const [index, field] of fields.entries()) {
      this.#byKey.set(field.key, field)
      this.#positions.set(field, firstOf(field, index))
      const { declaration } = field
      if (!declaration) continue
      const named = this.#byLocal.get(declaration.local)
      if (named) named.push(field)
      else this.#byLocal.set(declaration.local, [field])
    }
    this.arrays = fields.filter(
      ({ declaration, repeats, group }) => declaration && repeats && !group,
    )
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

  /** In the order in which they are written, from 0; those of a group have one place. */
  positionOf(field: ElementField): number {
    return this.#positions.get(field) ?? 0
  }

  /** All of a local name, whatever their namespaces. */
  allOf(local: string): readonly ElementField[] {
    return this.#byLocal.get(local) ?? NONE
  }
}

const NONE: readonly ElementField[] = []
