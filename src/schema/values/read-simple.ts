/** Reads texts of simple types as values, which are written again as the same value. */
import { HeldBinary, type Included } from '../../xml/binary.js'
import type { NamespaceScope } from '../../xml/tree.js'
import { keyOf, memberOf, mismatch, normalise } from '../simple/index.js'
import type { ValueOptions } from './options.js'
import { Prefixes } from './prefixes.js'
import type { SimpleMapping, SimpleMappings } from './simple-mapping.js'
import {
  isText,
  itemsOf,
  readBigint,
  readBoolean,
  readBytes,
  readDate,
  readNumber,
  readQName,
} from './simple-text.js'
import type { Value } from './value.js'
import { writeSimple } from './write-simple.js'

export class SimpleReading {
  readonly #mappings: SimpleMappings
  readonly #dates: boolean
  readonly #decimals: boolean
  readonly #streams: boolean

  constructor(mappings: SimpleMappings, { dates, decimals, binary }: ValueOptions) {
    this.#mappings = mappings
    this.#dates = dates === 'Date'
    this.#decimals = decimals === 'number'
    this.#streams = binary === 'stream'
  }

  /** @returns undefined for bytes that were not loaded, and should have been */
  included(included: Included): Value {
    return this.#streams ? included : included.loaded
  }

  /**
   * @param text  normalised
   * @returns undefined for a text that is no value of the type
   */
  read(mapping: SimpleMapping, text: string, scope: NamespaceScope): Value {
    const value = this.#parse(mapping, text, scope)
    if (value === undefined || typeof value === 'string') return value
    if (!mapping.lexical && !this.#mayRound(mapping, value)) return value
    return this.#saysTheSame(mapping, value, text, scope) ? value : text
  }

  #parse(mapping: SimpleMapping, text: string, scope: NamespaceScope): Value {
    const { kind, type, item, lexical } = mapping
    switch (kind) {
      case 'string':
        return text
      case 'boolean':
        return readBoolean(text)
      case 'number':
        return readNumber(text)
      case 'bigint':
        return readBigint(text)
      case 'decimal':
        return (this.#decimals ? readNumber(text) : undefined) ?? text
      case 'base64': {
        const bytes = readBytes(text, kind)
        return bytes && this.#streams ? new HeldBinary(bytes) : bytes
      }
      case 'hex':
        return readBytes(text, kind)
      case 'dateTime':
        return (this.#dates ? readDate(text) : undefined) ?? text
      case 'qname':
        return readQName(text, scope, lexical)
      case 'list':
        return item && this.#items(item, text, scope)
      case 'union': {
        if (mismatch(type, text, scope)) return undefined
        const member = memberOf(type, text, scope)
        return member === type
          ? text
          : this.#parse(this.#mappings.of(member), normalise(member, text), scope)
      }
    }
  }

  #items(item: SimpleMapping, text: string, scope: NamespaceScope): Value {
    const values: Value[] = []
    for (const one of itemsOf(text)) {
      const value = this.read(item, one, scope)
      if (value === undefined) return undefined
      values.push(value)
    }
    return values
  }

  /** A date and a number may hold less than the text says. */
  #mayRound({ kind }: SimpleMapping, value: Value): boolean {
    return isText(kind) && typeof value !== 'string'
  }

  /** Part 2 §2.3: a value has many lexical forms, but a pattern may allow one of them only. */
  #saysTheSame(mapping: SimpleMapping, value: Value, text: string, scope: NamespaceScope): boolean {
    const { type, kind } = mapping
    const prefixes = new Prefixes('', '', scope)
    const written = writeSimple(mapping, value, prefixes)
    if (typeof written !== 'string') return false
    if (written === text) return true
    if (mismatch(type, text, scope)) return false
    const same = keyOf(type, written, prefixes.scope) === keyOf(type, text, scope)
    if (!same || kind !== 'union') return same
    return memberOf(type, written, prefixes.scope) === memberOf(type, text, scope)
  }
}
