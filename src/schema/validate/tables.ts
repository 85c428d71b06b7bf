/** The components of a schema as the walk looks them up: by two-part names, types with what is compiled of them. */
import { type ClarkName, parseClarkName } from '../../xml/tree.js'
import type {
  AttributeDeclaration,
  ElementDeclaration,
  SchemaComponents,
  SimpleType,
  TypeDefinition,
} from '../components.js'
import { type CompiledSimple, CompiledType, compileSimple } from './compiled-type.js'

export class SchemaTables {
  readonly components: SchemaComponents
  readonly elements: NameTable<ElementDeclaration>
  readonly attributes: NameTable<AttributeDeclaration>
  readonly #types: NameTable<TypeDefinition>
  readonly #compiled = new Map<TypeDefinition, CompiledType>()
  readonly #simple = new Map<SimpleType, CompiledSimple>()

  constructor(components: SchemaComponents) {
    this.components = components
    this.elements = new NameTable(components.elements)
    this.attributes = new NameTable(components.attributes)
    this.#types = new NameTable(components.types)
  }

  type(namespace: string, local: string): TypeDefinition | undefined {
    return this.#types.get(namespace, local)
  }

  compiled(definition: TypeDefinition): CompiledType {
    const existing = this.#compiled.get(definition)
    if (existing) return existing
    const compiled = new CompiledType(definition)
    this.#compiled.set(definition, compiled)
    return compiled
  }

  /** For an attribute that a wildcard lets in. */
  simple(type: SimpleType): CompiledSimple {
    const existing = this.#simple.get(type)
    if (existing) return existing
    const compiled = compileSimple(type)
    this.#simple.set(type, compiled)
    return compiled
  }
}

/** Global components by namespace and local name, so that no lookup puts a name together. */
class NameTable<Component> {
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
