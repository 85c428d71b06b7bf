/** Writes simple types as types of TypeScript: of the values that they are read as. */
import type { SimpleType } from '../components.js'
import { normalise } from '../simple/index.js'
import { type SimpleMapping, SimpleMappings } from '../values/simple-mapping.js'
import { arrayText, literal, unionText } from './write-text.js'

/** A longer enumeration is written as the type of its values. */
const MOST_LITERALS = 500

export class SimpleTypes {
  readonly #mappings = new SimpleMappings()
  readonly #nameOf: (type: SimpleType) => string | undefined

  /** @param nameOf  the name of a type that is written under one */
  constructor(nameOf: (type: SimpleType) => string | undefined) {
    this.#nameOf = nameOf
  }

  /** The type of values, by its name if it has one. */
  refer(type: SimpleType): string {
    return this.#nameOf(type) ?? this.write(type)
  }

  /** The type of values, written out. */
  write(type: SimpleType): string {
    const mapping = this.#mappings.of(type)
    const text = literalsOf(mapping) ?? this.#write(mapping)
    return mayBeText(mapping) ? unionText([text, 'string']) : text
  }

  #write({ kind, type, item }: SimpleMapping): string {
    switch (kind) {
      case 'string':
      case 'decimal':
      case 'dateTime':
        return 'string'
      case 'boolean':
      case 'number':
      case 'bigint':
        return kind
      case 'base64':
      case 'hex':
        return 'Uint8Array'
      case 'qname':
        return 'QName'
      case 'list':
        return arrayText(item ? this.refer(item.type) : 'string')
      case 'union':
        return unionText(type.members.map((member) => this.refer(member)))
    }
  }
}

/** True if a value may be kept as its text, as it would be written in another way, or of another member. */
function mayBeText({ kind, members, lexical }: SimpleMapping): boolean {
  if (kind !== 'union') return lexical
  const others = members.filter((member) => member.kind !== 'string')
  return others.length > 1 || others.some((member) => member.lexical)
}

/** An enumeration, each value as it is read; undefined for values that TypeScript has no literals of. */
function literalsOf({ kind, type, lexical }: SimpleMapping): string | undefined {
  const { enumeration } = type.facets
  if (!enumeration || enumeration.texts.length > MOST_LITERALS) return undefined
  const texts = enumeration.texts.map((text) => normalise(type, text))
  if (kind === 'string') {
    // Part 2 §4.2.1: other types have several texts of one value.
    const exact = type.primitive === 'string' || type.primitive === 'anyURI'
    return exact ? unionText(texts.map(literal)) : undefined
  }
  if (lexical || !texts.every((text) => /^-?(0|[1-9][0-9]{0,14})$/.test(text))) return undefined
  if (kind === 'number') return unionText(texts)
  return kind === 'bigint' ? unionText(texts.map((text) => `${text}n`)) : undefined
}
