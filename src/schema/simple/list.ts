/** Makes lists (Part 2 §2.5.1.2): items of one type, with a space between. */
import type { Facets, SimpleType } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { ANY_SIMPLE_TYPE } from './any-simple-type.js'
import { OF_LIST } from './facet-kinds.js'
import type { Nature } from './nature.js'
import { made, type Naming, Type, titleOf } from './type.js'

/** §4.3.6: of a list "the value of whiteSpace is fixed to collapse". */
const FACETS: Facets = { whiteSpace: 'collapse', fixed: new Set(['whiteSpace']) }

/** @throws SchemaProblem for an item type that no list may have */
export function listOf(item: SimpleType, naming: Naming): SimpleType {
  // cos-st-restricts.2.1 "The {item type definition} must have a {variety} of atomic or union (in which
  // case all the {member type definitions} must be atomic)."
  if (!made(item).isAtomic) {
    throw new SchemaProblem(
      'cos-st-restricts.2.1',
      `The item type of a list cannot be ${titleOf(item)}, which is no atomic type.`,
      naming.source,
    )
  }
  // cos-st-restricts.2.3.1.1 "The {final} of the {item type definition} must not contain list."
  if (item.final.has('list')) {
    throw new SchemaProblem(
      'cos-st-restricts.2.3.1.1',
      `${titleOf(item)} is final: no list can be made of it.`,
      naming.source,
    )
  }
  return new Type(
    {
      base: ANY_SIMPLE_TYPE,
      variety: 'list',
      builtIn: undefined,
      item,
      facets: FACETS,
      nature: listNature(made(item)),
    },
    naming,
  )
}

/** No text has this character. */
const BETWEEN = '\u0000'

export function listNature(item: Type): Nature {
  return {
    // cvc-datatype-valid.1.2.2: each item is in the lexical space of the item type.
    check: (text, scope) => {
      for (let start = 0; start < text.length; ) {
        const end = endOfItem(text, start)
        const broken = item.check(text.slice(start, end), scope)
        if (broken) return broken
        start = end + 1
      }
      return undefined
    },
    tag: 'list ',
    value: (text, scope) => {
      const values: string[] = []
      for (let start = 0; start < text.length; ) {
        const end = endOfItem(text, start)
        values.push(item.nature.value(text.slice(start, end), scope))
        start = end + 1
      }
      // Each with its tag, as a list of a union has it.
      const before = BETWEEN + item.nature.tag
      return values.length === 0 ? '' : before + values.join(before)
    },
    facets: OF_LIST,
    length: { unit: 'item', of: itemsIn },
  }
}

function endOfItem(text: string, start: number): number {
  const end = text.indexOf(' ', start)
  return end === -1 ? text.length : end
}

function itemsIn(text: string): number {
  let count = 0
  for (let start = 0; start < text.length; start = endOfItem(text, start) + 1) count += 1
  return count
}
