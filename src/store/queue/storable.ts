/** What every queue can keep: texts without the characters that some reader of JSON does not take. */
import { hash } from 'node:crypto'
import { messageOf } from '../../base/errno.js'

/** Characters that no message may have and that not every reader of JSON takes. */
const UNSTORABLE = /[\0\uD800-\uDFFF]/u
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, 'gu')

/** The same value with U+FFFD in place of U+0000 and half surrogate pairs; a copy only if there is any. */
export function storable<Value>(value: Value): Value {
  return isStorable(value) ? value : (mended(value) as Value)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  for (const one of Object.values(value)) if (!isStorable(one)) return false
  return true
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ALL_UNSTORABLE, '\uFFFD')
  if (Array.isArray(value)) return value.map(mended)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mended(one)]))
}

/** Texts of any length as what tells them apart, each once. */
export function wholeDigestsOf(texts: readonly string[]): readonly Buffer[] {
  return [...new Set(texts)].map((text) => hash('sha256', text, 'buffer'))
}

/** Characters of a cause that are kept. */
const MAX_CAUSE_LENGTH = 2_000

/** What is kept of why an attempt failed: not too much of it. */
export function shortCause(error: unknown): string {
  const cause = messageOf(error)
  return storable(cause.length > MAX_CAUSE_LENGTH ? `${cause.slice(0, MAX_CAUSE_LENGTH)} …` : cause)
}
