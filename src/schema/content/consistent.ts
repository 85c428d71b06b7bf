/** Element Declarations Consistent (§3.8.6): a name has one type in a content model. */
import type { ClarkName } from '../../xml/tree.js'
import type { ElementDeclaration, ModelGroup, Particle } from '../components.js'
import { SchemaProblem } from '../problem.js'

/** @throws SchemaProblem with `cos-element-consistent` */
export function checkConsistent(particle: Particle): void {
  const declarations = new Map<ClarkName, ElementDeclaration>()
  const seen = new Set<ElementDeclaration | ModelGroup>()
  const waiting: Particle[] = [particle]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { term } = at
    if (term.kind === 'any' || seen.has(term)) continue
    seen.add(term)
    if (term.kind !== 'element') for (const each of term.particles) waiting.push(each)
    else for (const each of [term, ...term.substitutes]) checkType(each, declarations, at)
  }
}

function checkType(
  declaration: ElementDeclaration,
  declarations: Map<ClarkName, ElementDeclaration>,
  { source }: Particle,
): void {
  const first = declarations.get(declaration.name)
  if (first === undefined) declarations.set(declaration.name, declaration)
  // cos-element-consistent.1, .2, .3: the same top-level definition is the same component here; a type without a
  // name is the same for one declaration only.
  else if (first.type !== declaration.type) {
    const sentence = `the element ${declaration.name} has two types in one content model`
    throw new SchemaProblem('cos-element-consistent', sentence, source)
  }
}
