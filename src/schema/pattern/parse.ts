/** Reads regular expressions of XSD (Part 2 appendix F). */
import { characterSetOf } from './character-set.js'
import { Cursor } from './cursor.js'
import { characters, choice, type Expression, repetition, sequence } from './expression.js'
import { parseClass } from './parse-class.js'
import { parseEscape, WILDCARD } from './parse-escape.js'
import { parseQuantity } from './parse-quantity.js'

/** Groups within groups that are read; a pattern of people has few. */
const MAX_DEPTH = 500

/** @throws PatternError */
export function parsePattern(text: string): Expression {
  const cursor = new Cursor(text)
  const expression = parseRegExp(cursor, 0)
  if (!cursor.atEnd) throw cursor.error('this ) closes no group')
  return expression
}

/** [1] regExp ::= branch ( '|' branch )* */
function parseRegExp(cursor: Cursor, depth: number): Expression {
  const branches = [parseBranch(cursor, depth)]
  while (cursor.take('|')) branches.push(parseBranch(cursor, depth))
  return choice(branches)
}

/** [2] branch ::= piece* */
function parseBranch(cursor: Cursor, depth: number): Expression {
  const pieces: Expression[] = []
  while (!cursor.atEnd && cursor.peek() !== '|' && cursor.peek() !== ')') {
    pieces.push(parsePiece(cursor, depth))
  }
  return sequence(pieces)
}

/** [3] piece ::= atom quantifier? */
function parsePiece(cursor: Cursor, depth: number): Expression {
  const atom = parseAtom(cursor, depth)
  const quantity = parseQuantity(cursor)
  return quantity === undefined ? atom : repetition(atom, quantity.min, quantity.max)
}

/** [9] atom ::= Char | charClass | ( '(' regExp ')' ) */
function parseAtom(cursor: Cursor, depth: number): Expression {
  const character = cursor.peek()
  switch (character) {
    case '(': {
      if (depth === MAX_DEPTH) throw cursor.error(`more than ${MAX_DEPTH} groups within groups`)
      cursor.next()
      const group = parseRegExp(cursor, depth + 1)
      if (!cursor.take(')')) throw cursor.error('a group is not closed: ) is missing')
      return group
    }
    case '[':
      return characters(parseClass(cursor, 0))
    case '\\':
      return characters(parseEscape(cursor).set)
    case '.':
      cursor.next()
      return characters(WILDCARD)
    case '?':
    case '*':
    case '+':
    case '{':
      throw cursor.error(`there is nothing that ${character} could repeat`)
    // §F.1: "A metacharacter is either ., \, ?, *, +, {, }, (, ), [ or ]."
    case '}':
    case ']':
      throw cursor.error(`${character} needs a backslash before it`)
    default:
      cursor.next()
      return characters(characterSetOf(character))
  }
}
