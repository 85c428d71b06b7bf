/** Compiles the content of a type once, so that each child of an element takes one step. */
import type { Particle } from '../components.js'
import { countingModel } from './counting.js'
import { everyModel } from './every.js'
import { flat } from './flat.js'
import { graphOf } from './graph.js'
import type { ContentModel } from './model.js'
import { plainModel } from './plain.js'

/** @throws SchemaProblem if the content is too large */
export function compileContent(particle: Particle): ContentModel {
  const { min, term } = flat(particle)
  if (term.kind === 'all') return everyModel(term, min === 0)
  const graph = graphOf(particle)
  return graph.counters.length === 0 ? plainModel(graph.start) : countingModel(graph)
}
