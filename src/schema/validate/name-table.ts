/** Global components by namespace and local name, so that no lookup puts a name together. */
import type { ClarkName } from '../../xml/tree.js'
import { parseClarkName } from '../../xml/tree.js'

export class NameTable<Component> {
  readonly #namespaces = new Map<string, Map<string, Component>>()

  constructor(components: ReadonlyMap<ClarkName, Component>) {
    for (const [name, component] of components) {
      const { namespace, local } = parseClarkName(name)
      const names = this.#namespaces.get(namespace) ?? new Map<string, Component>()
      this.#namespaces.set(namespace, names.set(local, component))
    }
  }

  /** @param namespace  `''` for none */
  get(namespace: string, local: string): Component | undefined {
    return this.#namespaces.get(namespace)?.get(local)
  }
}
