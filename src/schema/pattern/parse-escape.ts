/** Reads what begins with a backslash, alone or in a class of characters. */
import { charactersOfBlock } from './blocks.js'
import { charactersOfCategory, wordCharacters } from './categories.js'
import { type CharacterSet, characterSetOf, complementOf } from './character-set.js'
import type { Cursor } from './cursor.js'
import { INITIAL_NAME_CHARACTERS, NAME_CHARACTERS } from './name-characters.js'

export interface Escape {
  readonly set: CharacterSet
  /** The character that it stands for; undefined if it stands for a class of them. */
  readonly single: string | undefined
}

/** [37a] WildcardEsc: `[^\n\r]` */
export const WILDCARD = complementOf(characterSetOf('\n', '\r'))

/** [24] SingleCharEsc, those that are no letters. */
const PLAIN = '\\|.?*+(){}-[]^'

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** [23] charClassEsc ::= ( SingleCharEsc | MultiCharEsc | catEsc | complEsc ) */
export function parseEscape(cursor: Cursor): Escape {
  cursor.next()
  const character = cursor.next()
  if (character === '') throw cursor.error('nothing follows the backslash', 1)
  const single = PLAIN.includes(character) ? character : LETTERS.get(character)
  if (single !== undefined) return { set: characterSetOf(single), single }
  return { set: classOf(character, cursor), single: undefined }
}

/** [37] MultiCharEsc */
function classOf(character: string, cursor: Cursor): CharacterSet {
  switch (character) {
    case 's':
      return characterSetOf(' ', '\t', '\n', '\r')
    case 'i':
      return INITIAL_NAME_CHARACTERS
    case 'c':
      return NAME_CHARACTERS
    case 'd':
      return charactersOfCategory('Nd') ?? []
    case 'w':
      return wordCharacters()
    case 'p':
      return parseProperty(cursor)
    case 'S':
    case 'I':
    case 'C':
    case 'D':
    case 'W':
    case 'P':
      return complementOf(classOf(character.toLowerCase(), cursor))
    default:
      throw cursor.error(`\\${character} stands for nothing`, 2)
  }
}

/** [27] charProp ::= IsCategory | IsBlock, in braces. */
function parseProperty(cursor: Cursor): CharacterSet {
  if (!cursor.take('{')) throw cursor.error('{ is missing: a category is written as \\p{L}')
  let name = ''
  while (/^[A-Za-z0-9-]$/.test(cursor.peek())) name += cursor.next()
  if (!cursor.take('}')) throw cursor.error('the name of a category or block ends with }')
  const set = name.startsWith('Is') ? charactersOfBlock(name.slice(2)) : charactersOfCategory(name)
  if (set === undefined) throw cursor.error(`there is no category or block ${name}`, 1)
  return set
}
