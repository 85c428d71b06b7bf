/** The components of a schema as the walk looks them up: by two-part names, types with what is compiled of them. */
import type {
  AttributeDeclaration,
  ElementDeclaration,
  SchemaComponents,
  TypeDefinition,
} from '../components.js'
import { CompiledType } from './compiled-type.js'
import { NameTable } from './name-table.js'

export class SchemaTables {
  readonly components: SchemaComponents
  readonly elements: NameTable<ElementDeclaration>
  readonly attributes: NameTable<AttributeDeclaration>
  readonly #types: NameTable<TypeDefinition>
  readonly #compiled = new Map<TypeDefinition, CompiledType>()

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
    const known = this.#compiled.get(definition)
    if (known) return known
    const compiled = new CompiledType(definition)
    this.#compiled.set(definition, compiled)
    return compiled
  }
}
