/** Writes simple types as types of TypeScript: of the values that they are read as. */
import type { SimpleType } from '../components.js'
import { normalise } from '../simple/index.js'
import type { ValueOptions } from '../values/index.js'
import { type SimpleMapping, SimpleMappings } from '../values/simple-mapping.js'
import { arrayText, literal, unionText } from './write-text.js'

/** A longer enumeration is written as the type of its values. */
const MAX_LITERALS = 500
/** A number holds each decimal of so many digits. */
const EXACT_DIGITS = 15

export class SimpleTypes {
  readonly #mappings = new SimpleMappings()
  readonly #nameOf: (type: SimpleType) => string | undefined
  readonly #dates: boolean
  readonly #decimals: boolean
  readonly #streams: boolean

  /**
   * @param nameOf   the name of a type that is written under one
   * @param options  what is chosen for the operation that gets the values
   */
  constructor(
    nameOf: (type: SimpleType) => string | undefined,
    { dates, decimals, binary }: ValueOptions = {},
  ) {
    this.#nameOf = nameOf
    this.#dates = dates === 'Date'
    this.#decimals = decimals === 'number'
    this.#streams = binary === 'stream'
  }

  /** The type of values, by its name if it has one. */
  refer(type: SimpleType): string {
    return this.#nameOf(type) ?? this.write(type)
  }

  /** The type of values, written out. */
  write(type: SimpleType): string {
    return unionText(this.#members(type))
  }

  /** The types of which a value is one. */
  #members(type: SimpleType): readonly string[] {
    const mapping = this.#mappings.of(type)
    const members = literalsOf(mapping) ?? this.#kinds(mapping)
    return mayBeText(mapping) ? [...members, 'string'] : members
  }

  #kinds({ kind, type, item }: SimpleMapping): readonly string[] {
    switch (kind) {
      case 'string':
        return ['string']
      case 'decimal':
        return this.#decimals ? numberOf(type) : ['string']
      case 'dateTime':
        return this.#dates && type.primitive !== 'time' ? ['Date', 'string'] : ['string']
      case 'boolean':
      case 'number':
      case 'bigint':
        return [kind]
      case 'base64':
        return [this.#streams ? 'Binary' : 'Uint8Array']
      case 'hex':
        return ['Uint8Array']
      case 'qname':
        return ['QName']
      case 'list':
        return [arrayText(item ? this.refer(item.type) : 'string')]
      case 'union':
        return type.members.flatMap((member) => {
          const name = this.#nameOf(member)
          return name === undefined ? this.#members(member) : [name]
        })
    }
  }
}

/** A decimal is a number, or its text if that says more. */
function numberOf({ facets: { totalDigits = Number.POSITIVE_INFINITY } }: SimpleType) {
  return totalDigits <= EXACT_DIGITS ? ['number'] : ['number', 'string']
}

/** True if a value may be kept as its text, as it would be written in another way, or of another member. */
function mayBeText({ kind, members, lexical }: SimpleMapping): boolean {
  if (kind !== 'union') return lexical
  const others = members.filter((member) => member.kind !== 'string')
  return others.length > 1 || others.some((member) => member.lexical)
}

/** An enumeration, each value as it is read; undefined for values that TypeScript has no literals of. */
function literalsOf({ kind, type, lexical }: SimpleMapping): readonly string[] | undefined {
  const { enumeration } = type.facets
  if (!enumeration || enumeration.texts.length > MAX_LITERALS) return undefined
  const texts = enumeration.texts.map((text) => normalise(type, text))
  if (kind === 'string') {
    // Part 2 §4.2.1: other types have several texts of one value.
    const exact = type.primitive === 'string' || type.primitive === 'anyURI'
    return exact ? texts.map(literal) : undefined
  }
  if (lexical || !texts.every((text) => /^-?(0|[1-9][0-9]{0,14})$/.test(text))) return undefined
  if (kind === 'number') return texts
  return kind === 'bigint' ? texts.map((text) => `${text}n`) : undefined
}
