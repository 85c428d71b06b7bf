/** Makes types by restriction (Part 1 §3.14.2, §3.14.6): the base's facets, and those of one step more. */
import type { Enumeration, Facets, PatternStep, SimpleType } from '../components.js'
import { compilePatterns, type Pattern, PatternError } from '../pattern/pattern.js'
import { SchemaProblem } from '../problem.js'
import { boundsOf } from './bounds.js'
import { countsOf } from './counting-facets.js'
import { keyIn } from './nature.js'
import { changesFixed, type FacetSource, fixedBy, readStep, type Step, single } from './step.js'
import { made, type Naming, Type, titleOf } from './type.js'
import { withSpace } from './white-space.js'

/** @throws SchemaProblem for facets that the base does not allow (cos-st-restricts, the rules of each facet) */
export function restrict(
  base: SimpleType,
  facets: readonly FacetSource[],
  naming: Naming,
): SimpleType {
  const parent = made(base)
  // cos-st-restricts.1.1 "The {base type definition} must be an atomic simple type definition or a built-in
  // primitive datatype."
  if (base.variety === 'any') {
    throw new SchemaProblem(
      'cos-st-restricts.1.1',
      `${titleOf(base)} cannot be restricted.`,
      naming.source,
    )
  }
  // cos-st-restricts.1.2, .2.3.2.2, .3.3.2.2 "The {final} of the {base type definition} must not contain
  // restriction."
  if (base.final.has('restriction')) {
    throw new SchemaProblem(
      'st-props-correct.3',
      `${titleOf(base)} is final: it cannot be restricted.`,
      naming.source,
    )
  }
  const step = readStep(parent, facets)
  return new Type(
    {
      base,
      variety: base.variety,
      primitive: base.primitive,
      builtIn: base.builtIn,
      item: base.item,
      members: base.members,
      facets: {
        whiteSpace: whiteSpaceOf(parent, step),
        ...countsOf(parent, step),
        ...boundsOf(parent, step),
        patterns: patternsOf(parent, step),
        enumeration: enumerationOf(parent, step),
        fixed: fixedBy(parent.facets, step),
      },
      nature: parent.nature,
    },
    naming,
  )
}

const STRICTER: readonly string[] = ['preserve', 'replace', 'collapse']

function whiteSpaceOf(base: Type, step: Step): Facets['whiteSpace'] {
  const parent = base.facets.whiteSpace
  const facet = single(step, 'whiteSpace')
  if (!facet) return parent
  const value = withSpace('collapse', facet.value)
  if (value !== 'preserve' && value !== 'replace' && value !== 'collapse') {
    throw new SchemaProblem(
      'cvc-enumeration-valid',
      `The facet whiteSpace must be preserve, replace or collapse, not "${facet.value}".`,
      facet.source,
    )
  }
  if (base.facets.fixed.has('whiteSpace') && value !== parent) throw changesFixed(base, facet)
  // whiteSpace-valid-restriction: "{value} is replace or preserve and the {value} of the parent whiteSpace
  // is collapse", "{value} is preserve and … replace".
  if (STRICTER.indexOf(value) >= STRICTER.indexOf(parent)) return value
  throw new SchemaProblem(
    'whiteSpace-valid-restriction',
    `The facet whiteSpace cannot be ${value}: that of the base is ${parent}.`,
    facet.source,
  )
}

/** src-multiple-patterns: those of one step are alternatives; each step must hold. */
function patternsOf(base: Type, step: Step): readonly PatternStep[] | undefined {
  const facets = step.get('pattern')
  if (!facets) return base.facets.patterns
  const sources = facets.map(({ value }) => value)
  const pattern = compiled(facets)
  const own: PatternStep = { sources, test: (text) => pattern.test(text) }
  return [...(base.facets.patterns ?? []), own]
}

function compiled(facets: readonly FacetSource[]): Pattern {
  try {
    return compilePatterns(facets.map(({ value }) => value))
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const [one, ...others] = facets
    // Each alone, to tell which of them is none.
    if (others.length > 0) for (const facet of facets) compiled([facet])
    throw new SchemaProblem('pattern-valid', error.message, one?.source)
  }
}

/** src-multiple-enumerations: all of one step together; they take the place of the base's. */
function enumerationOf(base: Type, step: Step): Enumeration | undefined {
  const facets = step.get('enumeration')
  if (!facets) return base.facets.enumeration
  const keys = new Set<string>()
  for (const { value, source } of facets) {
    const text = withSpace(base.facets.whiteSpace, value)
    // enumeration-valid-restriction: "any member of {value} is not in the ·value space· of {base type
    // definition}".
    const broken = base.check(text, source.node.scope)
    if (broken) {
      throw new SchemaProblem(
        'enumeration-valid-restriction',
        `"${value}" cannot be enumerated: it is no value of ${titleOf(base)}. ${broken.sentence}`,
        source,
      )
    }
    keys.add(keyIn(base.nature, text, source.node.scope))
  }
  return { texts: facets.map(({ value }) => value), keys }
}
