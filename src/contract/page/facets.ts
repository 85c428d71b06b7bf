/** Says what a simple type allows beyond what its built-in type does, in words. */
import type { Enumeration, Facets, SimpleType } from '../../schema/components.js'
import { builtInType } from '../../schema/simple/index.js'
import { type Html, html } from './html.js'

/** Values of an enumeration that are listed. */
const MAX_VALUES = 40

export function facetsOf(type: SimpleType): readonly Html[] {
  const builtIn = type.builtIn === undefined ? undefined : builtInType(type.builtIn)
  if (builtIn === type) return []
  const { facets } = type
  const inherited = builtIn?.facets
  return [
    ...lengths(facets, inherited),
    ...bounds(facets, inherited),
    ...digits(facets, inherited),
    ...patterns(facets, inherited),
    ...values(facets.enumeration),
  ]
}

type Inherited = Facets | undefined

function lengths(own: Facets, inherited: Inherited): readonly Html[] {
  const { length, minLength = 0, maxLength } = own
  const differs = (name: 'length' | 'minLength' | 'maxLength') =>
    own[name] !== undefined && own[name] !== inherited?.[name]
  if (differs('length')) return [html`length ${length}`]
  if (!differs('minLength') && !differs('maxLength')) return []
  if (maxLength === undefined) return [html`length at least ${minLength}`]
  if (minLength === 0) return [html`length at most ${maxLength}`]
  return [html`length ${minLength} to ${maxLength}`]
}

const BOUNDS = [
  ['minInclusive', 'at least'],
  ['minExclusive', 'more than'],
  ['maxInclusive', 'at most'],
  ['maxExclusive', 'less than'],
] as const

function bounds(own: Facets, inherited: Inherited): readonly Html[] {
  return BOUNDS.filter(([name]) => own[name] !== undefined && own[name] !== inherited?.[name]).map(
    ([name, words]) => html`${words} <code>${own[name]}</code>`,
  )
}

function digits(own: Facets, inherited: Inherited): readonly Html[] {
  const { totalDigits, fractionDigits } = own
  return [
    totalDigits !== undefined &&
      totalDigits !== inherited?.totalDigits &&
      html`at most ${totalDigits} digits`,
    fractionDigits !== undefined &&
      fractionDigits !== inherited?.fractionDigits &&
      html`at most ${fractionDigits} digits after the point`,
  ].filter((one) => one !== false)
}

function patterns(own: Facets, inherited: Inherited): readonly Html[] {
  const added = own.patterns?.slice(inherited?.patterns?.length ?? 0) ?? []
  return added.map(({ sources }) => html`pattern <code>${sources.join('|')}</code>`)
}

function values(enumeration: Enumeration | undefined): readonly Html[] {
  if (!enumeration) return []
  const { texts } = enumeration
  const shown = texts.slice(0, MAX_VALUES).map((text) => html`<code>${text}</code>`)
  const list = shown.flatMap((value, index) => (index === 0 ? [value] : [html` · `, value]))
  const more = texts.length - shown.length
  return [html`one of ${list}${more > 0 && ` and ${more} more`}`]
}
