/** Which kind of plain value the texts of a simple type are. */
import type { SimpleType } from '../components.js'
import { builtInType } from '../simple/index.js'

export type SimpleKind =
  | 'string'
  | 'boolean'
  | 'number'
  | 'bigint'
  | 'decimal'
  | 'base64'
  | 'hex'
  /** Also a date and a time, which are text, and may be written from a `Date`. */
  | 'dateTime'
  /** `{ namespace, local }` */
  | 'qname'
  | 'list'
  | 'union'

export interface SimpleMapping {
  readonly kind: SimpleKind
  readonly type: SimpleType
  /** Of a list. */
  readonly item: SimpleMapping | undefined
  /** Of a union, those of unions in it in their place. */
  readonly members: readonly SimpleMapping[]
  /**
   * True if a pattern of the type looks at how a value is written, or if members of a union do:
   * a text may then be the only way to say it.
   */
  readonly lexical: boolean
}

/** Built-in types whose every value is a JavaScript number. */
const NUMBERS: ReadonlySet<string | undefined> = new Set([
  'byte',
  'short',
  'int',
  'unsignedByte',
  'unsignedShort',
  'unsignedInt',
])

/** The kind of a simple type, without those of its items and members. */
export function simpleKind({ variety, primitive, builtIn }: SimpleType): SimpleKind {
  if (variety === 'list' || variety === 'union') return variety
  switch (primitive) {
    case 'boolean':
      return 'boolean'
    case 'float':
    case 'double':
      return 'number'
    case 'decimal':
      if (builtIn === 'decimal') return 'decimal'
      return NUMBERS.has(builtIn) ? 'number' : 'bigint'
    case 'base64Binary':
      return 'base64'
    case 'hexBinary':
      return 'hex'
    case 'dateTime':
    case 'date':
    case 'time':
      return 'dateTime'
    case 'QName':
    case 'NOTATION':
      return 'qname'
    default:
      return 'string'
  }
}

/** True if a pattern holds for a type that no built-in type has. */
export function isPatterned({ facets, builtIn }: SimpleType): boolean {
  const inherited = builtIn === undefined ? undefined : builtInType(builtIn)?.facets.patterns
  return (facets.patterns?.length ?? 0) > (inherited?.length ?? 0)
}

/** Makes the mappings of simple types, each once. */
export class SimpleMappings {
  readonly #mappings = new Map<SimpleType, SimpleMapping>()

  of(type: SimpleType): SimpleMapping {
    const mapping = this.#mappings.get(type)
    if (mapping) return mapping
    const made = this.#make(type)
    this.#mappings.set(type, made)
    return made
  }

  #make(type: SimpleType): SimpleMapping {
    const kind = simpleKind(type)
    const item = type.item && this.of(type.item)
    const members = type.members.flatMap((member) => {
      const mapping = this.of(member)
      return mapping.kind === 'union' && !isPatterned(member) ? mapping.members : [mapping]
    })
    const lexical =
      kind === 'union' ||
      (kind !== 'string' && kind !== 'boolean' && isPatterned(type)) ||
      (item?.lexical ?? false)
    return { kind, type, item, members, lexical }
  }
}
