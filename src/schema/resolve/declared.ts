/** The global declarations and definitions of a schema set by name, before they are components. */
import { type ClarkName, clarkName, type XmlElement } from '../../xml/tree.js'
import type { Source } from '../components.js'
import { valueIn } from '../read/values.js'
import type { QualifiedName } from './names.js'

/** Each has names of its own (§2.5). */
export type SymbolSpace = 'element' | 'attribute' | 'type' | 'group' | 'attributeGroup' | 'notation'

export interface Declared {
  readonly space: SymbolSpace
  readonly local: string
  readonly namespace: string
  readonly name: ClarkName
  readonly source: Source
  /** What it redefines. */
  readonly original: Declared | undefined
  /** True for a redefinition that does not refer to its original: then it restricts it. */
  readonly restricts: boolean
}

const SPACES: ReadonlyMap<string, SymbolSpace> = new Map([
  ['element', 'element'],
  ['attribute', 'attribute'],
  ['simpleType', 'type'],
  ['complexType', 'type'],
  ['group', 'group'],
  ['attributeGroup', 'attributeGroup'],
  ['notation', 'notation'],
])

/** The component that a child of `schema` or `redefine` declares; undefined if it declares none. */
export function declaredBy(source: Source): Declared | undefined {
  const space = SPACES.get(source.node.local)
  const local = valueIn(source.node, 'name')
  if (space === undefined || local === undefined) return undefined
  const { namespace } = source.document
  const name = clarkName({ namespace, local })
  return { space, local, namespace, name, source, original: undefined, restricts: false }
}

export class Declarations {
  readonly #byName: Readonly<Record<SymbolSpace, Map<ClarkName, Declared>>> = {
    element: new Map(),
    attribute: new Map(),
    type: new Map(),
    group: new Map(),
    attributeGroup: new Map(),
    notation: new Map(),
  }
  /** By the element that refers to it: what is redefined there, which no name stands for any more. */
  readonly #originals = new Map<XmlElement, Declared>()

  all(space: SymbolSpace): Iterable<Declared> {
    return this.#byName[space].values()
  }

  named(space: SymbolSpace, name: ClarkName): Declared | undefined {
    return this.#byName[space].get(name)
  }

  /** What an element refers to by a name. */
  referredTo(space: SymbolSpace, name: QualifiedName, from: XmlElement): Declared | undefined {
    return this.#originals.get(from) ?? this.named(space, clarkName(name))
  }

  /** In place of what had the name. */
  set(declared: Declared): void {
    this.#byName[declared.space].set(declared.name, declared)
  }

  /** @param from  an element that refers to what is redefined around it */
  refersToOriginal(from: XmlElement, original: Declared): void {
    this.#originals.set(from, original)
  }
}
