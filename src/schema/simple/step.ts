/** One step of restriction: the facets as they stand in the schema, each kind once, and only where it holds. */
import type { Facets, Source } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { type FacetKind, isFacetKind } from './facet-kinds.js'
import { type Type, titleOf } from './type.js'

/** A facet as it stands in the schema. */
export interface FacetSource {
  /** `minLength`, `pattern` … */
  readonly kind: string
  readonly value: string
  readonly fixed: boolean
  readonly source: Source
}

export type Step = ReadonlyMap<FacetKind, readonly FacetSource[]>

/** @throws SchemaProblem for a facet that does not hold for the base, or stands twice */
export function readStep(base: Type, facets: readonly FacetSource[]): Step {
  const step = new Map<FacetKind, FacetSource[]>()
  for (const facet of facets) {
    const { kind, source } = facet
    if (!isFacetKind(kind) || !base.nature.facets.has(kind)) {
      throw new SchemaProblem(
        'cos-applicable-facets',
        `The facet ${kind} is not allowed for ${titleOf(base)}.`,
        source,
      )
    }
    const same = step.get(kind)
    if (!same) step.set(kind, [facet])
    // src-single-facet-value: "If … multiple … with the same [local name], other than enumeration or
    // pattern", the schema is in error.
    else if (kind === 'pattern' || kind === 'enumeration') same.push(facet)
    else
      throw new SchemaProblem('src-single-facet-value', `The facet ${kind} stands twice.`, source)
  }
  return step
}

/** A facet of a kind that stands once. */
export function single(step: Step, kind: FacetKind): FacetSource | undefined {
  return step.get(kind)?.[0]
}

/** The facets that no type derived further may change. */
export function fixedBy(base: Facets, step: Step): ReadonlySet<string> {
  const added = [...step].filter(([, facets]) => facets.some(({ fixed }) => fixed))
  return added.length === 0 ? base.fixed : new Set([...base.fixed, ...added.map(([kind]) => kind)])
}

/** §4.3: of a facet that is fixed, a type derived from the base "cannot specify a value … other than {value}". */
export function changesFixed(base: Type, facet: FacetSource): SchemaProblem {
  return new SchemaProblem(
    'st-restrict-facets',
    `The facet ${facet.kind} of ${titleOf(base)} is fixed, and cannot be ${facet.value}.`,
    facet.source,
  )
}
