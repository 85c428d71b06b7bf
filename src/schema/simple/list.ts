/** Makes lists (Part 2 §2.5.1.2): items of one type, with a space between. */
import type { NamespaceScope } from '../../xml/tree.js'
import type { Facets, SimpleType } from '../components.js'
import type { Rule } from '../finding.js'
import { SchemaProblem } from '../problem.js'
import { ANY_SIMPLE_TYPE } from './any-simple-type.js'
import { OF_LIST } from './facet-kinds.js'
import type { Nature } from './nature.js'
import { made, type Naming, Type, titleOf } from './type.js'
import { itemsIn, someItem } from './white-space.js'

/** §4.3.6: of a list "the value of whiteSpace is fixed to collapse". */
const FACETS: Facets = { whiteSpace: 'collapse', fixed: new Set(['whiteSpace']) }

/** @throws SchemaProblem for an item type that no list may have */
export function listOf(item: SimpleType, naming: Naming): SimpleType {
  // cos-st-restricts.2.1 "The {item type definition} must have a {variety} of atomic or union (in which
  // case all the {member type definitions} must be atomic)."
  if (!isAtomic(item)) {
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

function isAtomic(type: SimpleType): boolean {
  return type.variety === 'union' ? type.members.every(isAtomic) : type.variety === 'atomic'
}

/** No text has this character. */
const BETWEEN = '\u0000'

export function listNature(item: Type): Nature {
  return {
    // cvc-datatype-valid.1.2.2: each item is in the lexical space of the item type.
    check: (text, scope) => {
      let broken: Rule | undefined
      someItem(text, (each) => {
        broken = item.check(each, scope)
        return broken !== undefined
      })
      return broken
    },
    key: (text, scope) => listKey(item, text, scope),
    facets: OF_LIST,
    length: { unit: 'item', of: itemsIn },
  }
}

function listKey({ nature }: Type, text: string, scope: NamespaceScope): string {
  let key = 'list'
  someItem(text, (item) => {
    key += BETWEEN + nature.key(item, scope)
    return false
  })
  return key
}
