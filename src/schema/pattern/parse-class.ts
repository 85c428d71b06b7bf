/** Reads classes of characters in brackets. */
import {
  type CharacterSet,
  characterSetOf,
  codeOf,
  complementOf,
  difference,
  range,
  unionOf,
} from './character-set.js'
import type { Cursor } from './cursor.js'
import { parseEscape } from './parse-escape.js'

/** Classes within classes that are read. */
const MAX_DEPTH = 500

/** [12] charClassExpr ::= '[' charGroup ']' */
export function parseClass(cursor: Cursor, depth: number): CharacterSet {
  if (depth === MAX_DEPTH) throw cursor.error(`more than ${MAX_DEPTH} classes within classes`)
  cursor.next()
  const negative = cursor.take('^')
  const positive = parseGroup(cursor)
  const set = negative ? complementOf(positive) : positive
  // [16] charClassSub ::= ( posCharGroup | negCharGroup ) '-' charClassExpr
  const without = cursor.take('-') ? parseClass(cursor, depth + 1) : undefined
  if (!cursor.take(']')) throw cursor.error('a class of characters is not closed: ] is missing')
  return without === undefined ? set : difference(set, without)
}

/** [14] posCharGroup ::= ( charRange | charClassEsc )+ */
function parseGroup(cursor: Cursor): CharacterSet {
  const sets: CharacterSet[] = []
  while (!cursor.atEnd && cursor.peek() !== ']' && !atSubtraction(cursor)) {
    sets.push(parseMember(cursor, sets.length === 0))
  }
  if (sets.length === 0) throw cursor.error('a class has no characters')
  return unionOf(sets)
}

function atSubtraction(cursor: Cursor): boolean {
  return cursor.peek() === '-' && cursor.peek(1) === '['
}

function parseMember(cursor: Cursor, isFirst: boolean): CharacterSet {
  const character = cursor.peek()
  switch (character) {
    case '[':
      throw cursor.error('[ needs a backslash before it in a class')
    case '\\': {
      const { set, single } = parseEscape(cursor)
      return single === undefined ? set : parseRange(cursor, single)
    }
    case '-':
      cursor.next()
      // §F.1: "The - character is a valid character range only at the beginning or end of a positive character group".
      if (isFirst || cursor.peek() === ']' || atSubtraction(cursor)) return characterSetOf('-')
      throw cursor.error('- needs a backslash before it here', 1)
    default:
      cursor.next()
      return parseRange(cursor, character)
  }
}

/** [18] seRange ::= charOrEsc '-' charOrEsc, of which the first is read; or this one alone. */
function parseRange(cursor: Cursor, first: string): CharacterSet {
  const isRange = cursor.peek() === '-' && !['-', '[', ']', ''].includes(cursor.peek(1))
  if (!isRange) return characterSetOf(first)
  cursor.next()
  const last = cursor.peek() === '\\' ? parseEscape(cursor).single : cursor.next()
  if (last === undefined) throw cursor.error('a range ends with a character, not with a class', 1)
  // §F.1: "the code point of e is greater than or equal to that of s".
  if (codeOf(last) < codeOf(first)) {
    throw cursor.error(`the range ${first}-${last} ends before it begins`, 1)
  }
  return range(codeOf(first), codeOf(last))
}
