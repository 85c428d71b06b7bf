/** What people are told about a component: its `xs:documentation`, and the facets of its simple type. */
import { allText, childElements, isNamed, type XmlElement, XSD_NAMESPACE } from '../../xml/tree.js'
import type { Facets, SimpleType, Source, ValueConstraint } from '../components.js'
import { builtInType } from '../simple/index.js'

/** The paragraphs of a component's documentation (§3.13). */
export function documentationOf(source: Source | undefined): readonly string[] {
  if (!source) return []
  return inside(source.node, 'annotation')
    .flatMap((annotation) => inside(annotation, 'documentation'))
    .flatMap((documentation) => allText(documentation).split(/\n\s*\n/))
    .filter((paragraph) => paragraph.trim() !== '')
}

function inside(node: XmlElement, local: string): readonly XmlElement[] {
  return childElements(node).filter((child) => isNamed(child, XSD_NAMESPACE, local))
}

export function constraintNote(constraint: ValueConstraint | undefined): readonly string[] {
  if (!constraint) return []
  return [`${constraint.kind === 'fixed' ? 'Always' : 'Default'}: \`${constraint.text}\`.`]
}

/** The facets that a type has beyond those of its built-in type, as one sentence. */
export function facetNote(type: SimpleType): readonly string[] {
  const builtIn = type.builtIn === undefined ? undefined : builtInType(type.builtIn)
  if (!builtIn || type === builtIn) return []
  const parts = differences(type.facets, builtIn.facets)
  return [`\`xs:${builtIn.local}\`${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`]
}

function differences(own: Facets, inherited: Facets): readonly string[] {
  const patterns = own.patterns?.slice(inherited.patterns?.length ?? 0) ?? []
  const limits: readonly (readonly [keyof Facets, string])[] = [
    ['length', 'length'],
    ['minLength', 'at least this long:'],
    ['maxLength', 'at most this long:'],
    ['minInclusive', 'at least'],
    ['minExclusive', 'more than'],
    ['maxInclusive', 'at most'],
    ['maxExclusive', 'less than'],
    ['totalDigits', 'digits, at most:'],
    ['fractionDigits', 'digits after the point, at most:'],
  ]
  return [
    ...limits
      .filter(([facet]) => own[facet] !== undefined && own[facet] !== inherited[facet])
      .map(([facet, words]) => `${words} ${String(own[facet])}`),
    ...patterns.map(({ sources }) => `pattern \`${sources.join('|')}\``),
  ]
}
