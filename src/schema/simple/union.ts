/** Makes unions (Part 2 §2.5.1.3): a text is of the first member that takes it, and normalised as that member says. */
import type { NamespaceScope } from '../../xml/tree.js'
import type { Facets, SimpleType } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { ANY_SIMPLE_TYPE } from './any-simple-type.js'
import { BrokenRule } from './broken.js'
import { OF_UNION } from './facet-kinds.js'
import { keyIn, type Nature } from './nature.js'
import { type Making, made, type Naming, Type, titleOf } from './type.js'
import { withSpace } from './white-space.js'

/** @throws SchemaProblem for member types that no union may have */
export function unionOf(members: readonly SimpleType[], naming: Naming): SimpleType {
  const problem = (clause: string, sentence: string) =>
    new SchemaProblem(clause, sentence, naming.source)
  if (members.length === 0)
    throw problem('src-union-memberTypes-or-simpleTypes', 'A union has no members.')
  for (const member of members) {
    // cos-st-restricts.3.1 "The {member type definitions} must all have {variety} of atomic or list."
    if (member.variety === 'any') {
      throw problem('cos-st-restricts.3.1', `${titleOf(member)} cannot be the member of a union.`)
    }
    // cos-st-restricts.3.3.1.1 "All of the {member type definitions} must have a {final} which does not
    // contain union."
    if (member.final.has('union')) {
      throw problem(
        'cos-st-restricts.3.3.1.1',
        `${titleOf(member)} is final: no union can be made of it.`,
      )
    }
  }
  return new PlainUnion(members, naming)
}

/** What all members have, or else none: then each normalises for itself. */
function commonSpace(members: readonly SimpleType[]): Facets['whiteSpace'] {
  const [first = 'preserve', ...rest] = members.map(({ facets }) => facets.whiteSpace)
  return rest.every((each) => each === first) ? first : 'preserve'
}

function unionNature(types: readonly Type[]): Nature {
  const expected = `a value of ${types.map(titleOf).join(' or ')}`
  const memberFor = (text: string, scope: NamespaceScope) =>
    types.find((type) => type.check(spaced(type, text), scope) === undefined)
  return {
    // cvc-datatype-valid.1.2.3: it is in the lexical space of at least one member.
    check: (text, scope) => {
      for (const type of types) {
        if (type.check(spaced(type, text), scope) === undefined) return undefined
      }
      return new BrokenRule('cvc-datatype-valid.1', expected, text)
    },
    tag: '',
    value: (text, scope) => {
      const type = memberFor(text, scope)
      return type ? keyIn(type.nature, spaced(type, text), scope) : text
    },
    facets: OF_UNION,
    literal: (text, scope) => {
      const type = memberFor(text, scope)
      return type ? (type.nature.literal ?? same)(spaced(type, text), scope) : text
    },
  }
}

const same = (text: string) => text

function spaced(type: Type, text: string): string {
  return withSpace(type.facets.whiteSpace, text)
}

/** A union without facets: as the member of another one, it stands for its members. */
class PlainUnion extends Type {
  /** Types of which a text may be, at any depth, each once. */
  readonly alternatives: ReadonlySet<Type>

  constructor(members: readonly SimpleType[], naming: Naming) {
    const alternatives = new Set(
      members.flatMap((member) =>
        member instanceof PlainUnion ? [...member.alternatives] : [made(member)],
      ),
    )
    const making: Making = {
      base: ANY_SIMPLE_TYPE,
      variety: 'union',
      builtIn: undefined,
      members,
      facets: { whiteSpace: commonSpace(members), fixed: new Set() },
      nature: unionNature([...alternatives]),
    }
    super(making, naming)
    this.alternatives = alternatives
  }
}

/** The member of a union that a valid text is of, at any depth; the type itself if it is no union. */
export function memberOf(type: SimpleType, text: string, scope: NamespaceScope): SimpleType {
  if (type.variety !== 'union') return type
  for (const member of type.members) {
    const normalised = spaced(made(member), text)
    if (made(member).check(normalised, scope) === undefined)
      return memberOf(member, normalised, scope)
  }
  return type
}
