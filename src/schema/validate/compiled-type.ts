/** A type as the walk uses it: its content model is compiled when the first element of the type comes. */
import type {
  AttributeUse,
  ComplexType,
  Content,
  SimpleType,
  TypeDefinition,
  Wildcard,
} from '../components.js'
import { type ContentModel, compileContent } from '../content/index.js'
import { type Tracked, tracking } from './tracked.js'

export interface CompiledSimple {
  readonly type: SimpleType
  /** What the whole message is asked about its values for; undefined for most types. */
  readonly tracked: Tracked | 'parts' | undefined
}

export interface CompiledUse {
  readonly use: AttributeUse
  readonly local: string
  readonly namespace: string
  readonly simple: CompiledSimple
  /** True if something is to be done where it is absent: it is required, or has a default. */
  readonly missed: boolean
}

const EMPTY: Content = { kind: 'empty' }
const NO_ATTRIBUTES: ReadonlyMap<string, AttributeUse> = new Map()

/** From so many attributes on they are found by a table. */
const MANY = 8

export class CompiledType {
  readonly definition: TypeDefinition
  readonly complex: ComplexType | undefined
  readonly kind: Content['kind']
  /** The type of its text, if that is all that it holds. */
  readonly simple: CompiledSimple | undefined
  readonly uses: readonly CompiledUse[]
  /** How many of them are missed where they are absent. */
  readonly missed: number
  readonly wildcard: Wildcard | undefined
  readonly #content: Content
  readonly #byName: ReadonlyMap<string, readonly CompiledUse[]> | undefined
  #model: ContentModel | undefined

  constructor(definition: TypeDefinition) {
    const complex = definition.kind === 'complex' ? definition : undefined
    this.definition = definition
    this.complex = complex
    this.#content = complex?.content ?? EMPTY
    const simple = contentType(definition)
    this.kind = simple ? 'simple' : this.#content.kind
    this.simple = simple && compileSimple(simple)
    this.uses = [...(complex?.attributes ?? NO_ATTRIBUTES).values()].map(compileUse)
    this.missed = this.uses.filter(({ missed }) => missed).length
    this.wildcard = complex?.anyAttribute
    this.#byName = this.uses.length < MANY ? undefined : byLocalName(this.uses)
  }

  /** What takes the children; undefined if no elements may stand in it. */
  get model(): ContentModel | undefined {
    if (!this.#model && 'particle' in this.#content) {
      this.#model = compileContent(this.#content.particle)
    }
    return this.#model
  }

  use(namespace: string, local: string): CompiledUse | undefined {
    const uses = this.#byName ? this.#byName.get(local) : this.uses
    if (!uses) return undefined
    for (const use of uses) {
      if (use.local === local && use.namespace === namespace) return use
    }
    return undefined
  }
}

export function compileSimple(type: SimpleType): CompiledSimple {
  return { type, tracked: tracking(type) }
}

function contentType(definition: TypeDefinition): SimpleType | undefined {
  if (definition.kind === 'simple') return definition
  return definition.content.kind === 'simple' ? definition.content.type : undefined
}

function compileUse(use: AttributeUse): CompiledUse {
  const { local, namespace, type } = use.declaration
  const missed = use.required || use.constraint !== undefined
  return { use, local, namespace, simple: compileSimple(type), missed }
}

function byLocalName(uses: readonly CompiledUse[]): ReadonlyMap<string, readonly CompiledUse[]> {
  const table = new Map<string, CompiledUse[]>()
  for (const use of uses) {
    const same = table.get(use.local)
    if (same) same.push(use)
    else table.set(use.local, [use])
  }
  return table
}
