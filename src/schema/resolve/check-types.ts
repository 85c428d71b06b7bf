/** Rules about complex types (§3.4.6). */
import type { ComplexType } from '../components.js'
import { checkParticle } from '../content/index.js'
import { type Forgive, SchemaProblem } from '../problem.js'
import { isId } from './check-attributes.js'
import { checkRestrictedType } from './check-restriction.js'

/** @param forgive  as of `resolveSchema` */
export function checkType(type: ComplexType, forgive: Forgive | undefined): void {
  checkFinal(type)
  checkIds(type.attributes, 'ct-props-correct.5')
  if (type.derivation === 'restriction' && type.base.kind === 'complex') {
    checkRestrictedType(type, type.base)
  }
  const { content } = type
  if (content.kind === 'element-only' || content.kind === 'mixed') {
    checkParticle(content.particle, forgive)
  }
}

/** cos-ct-extends.1.1, derivation-ok-restriction.1: the base allows this derivation. */
function checkFinal({ base, derivation }: ComplexType): void {
  if (!base.final.has(derivation)) return
  const clause = derivation === 'extension' ? 'cos-ct-extends.1.1' : 'derivation-ok-restriction.1'
  throw new SchemaProblem(clause, `${base.name} is final: no ${derivation} may come from it`)
}

/** ct-props-correct.5, ag-props-correct.3: one attribute at most is an ID. */
export function checkIds(attributes: ComplexType['attributes'], clause: string): void {
  const ids = [...attributes.values()].filter(({ declaration }) => isId(declaration.type))
  if (ids.length < 2) return
  const names = ids.map(({ declaration }) => declaration.name).join(' and ')
  throw new SchemaProblem(clause, `${names} are both an ID`)
}
