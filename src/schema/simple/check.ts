/** Compiles the facets of a type to one check, of which each part is there only if a facet asks for it. */
import type { Enumeration, Facets, PatternStep } from '../components.js'
import { BrokenRule, quoted } from './broken.js'
import type { Check, Length, Nature } from './nature.js'
import type { BoundKind, Ordering } from './order.js'

export function checkOf(nature: Nature, facets: Facets): Check {
  return [
    ...lengthChecks(nature.length, facets),
    ...boundChecks(nature.ordering, facets),
    ...digitChecks(nature, facets),
    ...patternChecks(nature, facets.patterns ?? []),
    ...(facets.enumeration ? [enumerationCheck(nature, facets.enumeration)] : []),
  ].reduce(both, nature.check)
}

function both(first: Check, second: Check): Check {
  return (text, scope) => first(text, scope) ?? second(text, scope)
}

function lengthChecks(length: Length | undefined, facets: Facets): readonly Check[] {
  if (!length) return []
  const { unit, of } = length
  const check = (
    kind: 'length' | 'minLength' | 'maxLength',
    words: string,
    allows: (text: string, limit: number) => boolean,
  ): readonly Check[] => {
    const limit = facets[kind]
    if (limit === undefined) return []
    const expected = `${words} ${limit} ${unit}${limit === 1 ? '' : 's'}`
    return [
      // cvc-length-valid, cvc-minLength-valid, cvc-maxLength-valid.
      (text) =>
        allows(text, limit) ? undefined : new BrokenRule(`cvc-${kind}-valid`, expected, text),
    ]
  }
  return [
    ...check('length', 'exactly', (text, limit) => of(text) === limit),
    ...check('minLength', 'at least', (text, limit) => of(text) >= limit),
    // No text has more characters, octets or items than it has units.
    ...check('maxLength', 'at most', (text, limit) => text.length <= limit || of(text) <= limit),
  ]
}

const BOUND_WORDS: Readonly<Record<BoundKind, string>> = {
  minInclusive: 'at least',
  maxInclusive: 'at most',
  minExclusive: 'more than',
  maxExclusive: 'less than',
}

function boundChecks(ordering: Ordering | undefined, facets: Facets): readonly Check[] {
  const { minInclusive, maxInclusive, minExclusive, maxExclusive } = facets
  const bounded = minInclusive ?? maxInclusive ?? minExclusive ?? maxExclusive
  if (!ordering || bounded === undefined) return []
  const outside = ordering.outside(facets)
  return [
    (text) => {
      const kind = outside(text)
      if (kind === undefined) return undefined
      return new BrokenRule(`cvc-${kind}-valid`, `${BOUND_WORDS[kind]} ${facets[kind]}`, text)
    },
  ]
}

function digitChecks(nature: Nature, facets: Facets): readonly Check[] {
  const check = (kind: 'totalDigits' | 'fractionDigits', words: string): readonly Check[] => {
    const [limit, count] = [facets[kind], nature[kind]]
    if (limit === undefined || !count) return []
    const expected = `at most ${limit} ${limit === 1 ? 'digit' : 'digits'}${words}`
    // cvc-totalDigits-valid, cvc-fractionDigits-valid.
    return [
      (text) =>
        count(text) <= limit ? undefined : new BrokenRule(`cvc-${kind}-valid`, expected, text),
    ]
  }
  return [...check('totalDigits', ''), ...check('fractionDigits', ' behind the point')]
}

function patternChecks({ literal }: Nature, steps: readonly PatternStep[]): readonly Check[] {
  if (steps.length === 0) return []
  return [
    (text, scope) => {
      const tested = literal ? literal(text, scope) : text
      for (const step of steps) if (!step.test(tested)) return mismatched(step, text)
      return undefined
    },
  ]
}

function mismatched({ sources }: PatternStep, text: string): BrokenRule {
  return new BrokenRule('cvc-pattern-valid', `a text that matches ${sources.join(' or ')}`, text)
}

const MAX_NAMED = 10

function enumerationCheck({ tag, value }: Nature, { texts, keys }: Enumeration): Check {
  const named = texts.slice(0, MAX_NAMED).map(quoted).join(', ')
  const more = texts.length > MAX_NAMED ? ` or ${texts.length - MAX_NAMED} others` : ''
  const expected = `${texts.length > 1 ? 'one of ' : ''}${named}${more}`
  const values = new Set([...keys].map((key) => key.slice(tag.length)))
  return (text, scope) =>
    values.has(value(text, scope))
      ? undefined
      : new BrokenRule('cvc-enumeration-valid', expected, text)
}
