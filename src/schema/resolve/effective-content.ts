/** The content that a complex type says itself: the model group in it, or nothing (§3.4.2). */
import type { Content, Particle, Source } from '../components.js'
import { partOf, partsOf, valueIn } from '../read/values.js'
import { particleOf } from './particles.js'
import type { Resolution } from './resolution.js'

/** @param source  what the model group stands in */
export function effectiveContent(source: Source, mixed: boolean, resolution: Resolution): Content {
  const particle = explicitContent(source, resolution)
  if (mixed) return { kind: 'mixed', particle: particle ?? emptySequence(source) }
  return particle ? { kind: 'element-only', particle } : { kind: 'empty' }
}

/** §3.4.2, complex content, clause 2: undefined if it is empty. */
function explicitContent({ document, node }: Source, resolution: Resolution): Particle | undefined {
  const group = partOf(node, 'group', 'all', 'choice', 'sequence')
  if (!group) return undefined
  const empty = group.local !== 'group' && partsOf(group).length === 0
  if (empty && (group.local !== 'choice' || Number(valueIn(group, 'minOccurs') ?? 1) === 0)) {
    return undefined
  }
  return particleOf({ document, node: group }, resolution)
}

function emptySequence(source: Source): Particle {
  return { min: 1, max: 1, term: { kind: 'sequence', particles: [], source }, source }
}
