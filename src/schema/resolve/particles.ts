/** Particles and model groups of their elements in a schema (§3.8.2, §3.9.2). */
import type { ModelGroup, Particle, Source } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { partOf, partsOf, valueIn } from '../read/values.js'
import { localElement } from './elements.js'
import type { Resolution } from './resolution.js'
import { wildcardOf } from './wildcard.js'

/** @returns undefined for one that may occur no time at all */
export function particleOf(source: Source, resolution: Resolution): Particle | undefined {
  const max = mostOf(source)
  // §3.9.2: what occurs no time stands for no component, so it need not even be there.
  const term = max === 0 ? undefined : termOf(source, resolution)
  if (!term) return undefined
  // cos-all-limited.1.2: an all group occurs once at most.
  if (term.kind === 'all' && max > 1) {
    throw new SchemaProblem('cos-all-limited.1.2', 'an all group occurs once at most', source)
  }
  return { min: leastOf(source), max, term, source }
}

/** The group that a global `group` element has in it. */
export function globalGroup({ document, node }: Source, resolution: Resolution): ModelGroup {
  for (const kind of ['sequence', 'choice', 'all'] as const) {
    const part = partOf(node, kind)
    if (part) return modelGroupOf(kind, { document, node: part }, resolution)
  }
  return { kind: 'sequence', particles: [], source: { document, node } }
}

/** The group in a `sequence`, `choice` or `all` element. */
function modelGroupOf(
  kind: ModelGroup['kind'],
  source: Source,
  resolution: Resolution,
): ModelGroup {
  const { document, node } = source
  const particles: Particle[] = []
  for (const part of partsOf(node)) {
    const particle = particleOf({ document, node: part }, resolution)
    if (!particle) continue
    checkAll(kind, particle)
    particles.push(particle)
  }
  return { kind, particles, source }
}

function checkAll(kind: ModelGroup['kind'], { term, max, source }: Particle): void {
  // cos-all-limited.1: an all group is the whole content of a type.
  if (term.kind === 'all') {
    throw new SchemaProblem('cos-all-limited.1', 'an all group stands within another group', source)
  }
  // cos-all-limited.2: what is in it occurs once at most.
  if (kind === 'all' && max > 1) {
    throw new SchemaProblem('cos-all-limited.2', 'a particle of an all group occurs once', source)
  }
}

function termOf(source: Source, resolution: Resolution): Particle['term'] | undefined {
  const { node } = source
  switch (node.local) {
    case 'element': {
      const qname = valueIn(node, 'ref')
      return qname === undefined
        ? localElement(source, resolution)
        : resolution.element(source, qname)
    }
    case 'any':
      return wildcardOf(source)
    case 'group':
      return resolution.group(source, valueIn(node, 'ref') ?? '')
    case 'sequence':
    case 'choice':
    case 'all':
      return modelGroupOf(node.local, source, resolution)
    default:
      return undefined
  }
}

function leastOf({ node }: Source): number {
  return Number(valueIn(node, 'minOccurs') ?? 1)
}

function mostOf({ node }: Source): number {
  const text = valueIn(node, 'maxOccurs')
  return text === 'unbounded' ? Number.POSITIVE_INFINITY : Number(text ?? 1)
}
