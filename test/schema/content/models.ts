/** Content models in short notation for tests: `a, (b | c)*, d{2,3}, any*`. */
import type {
  ElementDeclaration,
  NamespaceConstraint,
  Particle,
  TypeDefinition,
} from '../../../src/schema/components.js'

type Term = Particle['term']

/** A declaration of simple needs; what else it has is given. */
export function declared(
  local: string,
  more: Partial<ElementDeclaration> & { readonly type?: TypeDefinition } = {},
): ElementDeclaration {
  const declaration: Mutable<ElementDeclaration> = {
    kind: 'element',
    local,
    namespace: '',
    name: local,
    global: false,
    type: ANY_SIMPLE,
    nillable: false,
    abstract: false,
    constraint: undefined,
    block: new Set(),
    final: new Set(),
    head: undefined,
    substitutes: [],
    constraints: [],
    source: undefined,
    ...more,
  }
  if (more.substitutes === undefined) declaration.substitutes = [declaration]
  return declaration
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

export const ANY_SIMPLE: TypeDefinition = {
  kind: 'simple',
  local: 'anySimpleType',
  namespace: 'http://www.w3.org/2001/XMLSchema',
  name: '{http://www.w3.org/2001/XMLSchema}anySimpleType',
  base: undefined,
  variety: 'any',
  primitive: undefined,
  builtIn: undefined,
  item: undefined,
  members: [],
  facets: { whiteSpace: 'preserve', fixed: new Set() },
  final: new Set(),
  source: undefined,
}

export function particle(term: Term, min = 1, max = 1): Particle {
  return { min, max, term, source: undefined }
}

export function group(
  kind: 'sequence' | 'choice' | 'all',
  ...particles: readonly Particle[]
): Term {
  return { kind, particles, source: undefined }
}

export function wildcard(
  namespaces: NamespaceConstraint,
  process: 'strict' | 'lax' | 'skip' = 'lax',
): Term {
  return { kind: 'any', namespaces, process, source: undefined }
}

/**
 * Reads a model: `,` in sequences, `|` in choices, `&` in an `all`, `()` for an empty sequence, `(|)` for an empty
 * choice, and after a term `?`, `*`, `+`, `{2}`, `{2,3}` or `{2,}`. `any` is any element, `any:x` one of namespace x,
 * `not:x` one of another, `p:a` the element `a` of namespace `p`.
 *
 * @param known  declarations to take for names, rather than simple ones; each name means one declaration a model
 */
export function model(
  text: string,
  elements: Readonly<Record<string, ElementDeclaration>> = {},
): Particle {
  return new Reader(text, { ...elements }).model()
}

class Reader {
  readonly #tokens: string[]
  readonly #elements: Record<string, ElementDeclaration>

  constructor(text: string, elements: Record<string, ElementDeclaration>) {
    this.#tokens = text.match(/[\w:]+|\{\d+(?:,\d*)?\}|[(),|&?*+]/g) ?? []
    this.#elements = elements
  }

  model(): Particle {
    const term = this.#group()
    if (this.#tokens.length > 0) throw new Error(`left over: ${this.#tokens.join(' ')}`)
    return particle(term)
  }

  /** A single particle stands in a sequence of its own, as it does in a schema. */
  #group(): Term {
    const particles: Particle[] = []
    let kind: 'sequence' | 'choice' | 'all' = 'sequence'
    while (this.#tokens.length > 0 && this.#tokens[0] !== ')') {
      const mark = this.#tokens[0]
      if (mark === ',' || mark === '|' || mark === '&') {
        kind = mark === ',' ? 'sequence' : mark === '|' ? 'choice' : 'all'
        this.#tokens.shift()
      } else particles.push(this.#particle())
    }
    return group(kind, ...particles)
  }

  #particle(): Particle {
    const term = this.#term()
    const [min, max] = this.#occurrences()
    return particle(term, min, max)
  }

  #term(): Term {
    const token = this.#tokens.shift() ?? ''
    if (token === '(') {
      const inner = this.#group()
      this.#tokens.shift()
      return inner
    }
    const [local = '', namespace = ''] = token.split(':').reverse()
    if (token === 'any') return wildcard({ kind: 'any' })
    if (namespace === 'any') return wildcard({ kind: 'in', namespaces: new Set([local]) })
    if (namespace === 'not') return wildcard({ kind: 'not', namespace: local })
    this.#elements[token] ??= declared(local, {
      namespace,
      name: namespace === '' ? local : `{${namespace}}${local}`,
    })
    return this.#elements[token]
  }

  #occurrences(): readonly [number, number] {
    const mark = this.#tokens[0] ?? ''
    if (!/^[?*+{]/.test(mark)) return [1, 1]
    this.#tokens.shift()
    if (mark === '?') return [0, 1]
    if (mark === '*') return [0, Infinity]
    if (mark === '+') return [1, Infinity]
    const [min = '', max = min] = mark.slice(1, -1).split(',')
    return [Number(min), max === '' ? Infinity : Number(max)]
  }
}
