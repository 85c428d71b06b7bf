/** Derivation Valid (Restriction, Complex): all that a restricted type takes its base takes too (§3.4.6). */
import type {
  AttributeUse,
  ComplexType,
  Content,
  Derivation,
  ModelGroup,
  Wildcard,
} from '../components.js'
import { checkRestriction, isEmptiable } from '../content/index.js'
import { SchemaProblem } from '../problem.js'
import { allows, isSubset } from '../wildcards.js'
import { ANY_TYPE } from './any-type.js'
import { isSameValue } from './check-attributes.js'
import { isDerivedFrom } from './derivation.js'

const NONE: ReadonlySet<Derivation> = new Set()

export function checkRestrictedType(type: ComplexType, base: ComplexType): void {
  checkRestrictedAttributes(type, base)
  checkContent(type.content, base)
}

/** What has attributes: a complex type, or an attribute group. */
type Bearer = Pick<ComplexType, 'attributes' | 'anyAttribute'>

/** derivation-ok-restriction.2 to 4 */
export function checkRestrictedAttributes(type: Bearer, base: Bearer): void {
  for (const use of type.attributes.values()) checkUse(use, base)
  // derivation-ok-restriction.3: what the base requires is there, and required.
  for (const { required, declaration } of base.attributes.values()) {
    if (!required || type.attributes.get(declaration.name)?.required) continue
    const sentence = `the base requires the attribute ${declaration.name}`
    throw new SchemaProblem('derivation-ok-restriction.3', sentence)
  }
  if (type.anyAttribute) checkWildcard(type.anyAttribute, base)
}

function checkUse(use: AttributeUse, base: Bearer): void {
  const { declaration, constraint } = use
  const { name, namespace, type } = declaration
  const inherited = base.attributes.get(name)
  if (inherited === use) return
  if (!inherited) {
    // derivation-ok-restriction.2.2: or else a wildcard of the base takes it.
    if (base.anyAttribute && allows(base.anyAttribute.namespaces, namespace)) return
    throw new SchemaProblem('derivation-ok-restriction.2.2', `the base has no attribute ${name}`)
  }
  // derivation-ok-restriction.2.1.1
  if (inherited.required && !use.required) {
    throw new SchemaProblem(
      'derivation-ok-restriction.2.1.1',
      `the base requires the attribute ${name}`,
    )
  }
  // derivation-ok-restriction.2.1.2
  if (!isDerivedFrom(type, inherited.declaration.type, NONE)) {
    const sentence = `the type of the attribute ${name} does not come from that in the base`
    throw new SchemaProblem('derivation-ok-restriction.2.1.2', sentence)
  }
  // derivation-ok-restriction.2.1.3
  const fixed = inherited.constraint
  if (fixed?.kind !== 'fixed') return
  if (constraint?.kind !== 'fixed' || !isSameValue(inherited.declaration.type, constraint, fixed)) {
    const sentence = `the base fixes the attribute ${name} to ${JSON.stringify(fixed.text)}`
    throw new SchemaProblem('derivation-ok-restriction.2.1.3', sentence)
  }
}

const STRENGTH = { skip: 0, lax: 1, strict: 2 } as const

/** derivation-ok-restriction.4 */
function checkWildcard(own: Wildcard, base: Bearer): void {
  const { anyAttribute } = base
  if (!anyAttribute || !isSubset(own.namespaces, anyAttribute.namespaces)) {
    const sentence = 'the attribute wildcard takes what the base does not'
    throw new SchemaProblem(`derivation-ok-restriction.4.${anyAttribute ? 2 : 1}`, sentence)
  }
  // derivation-ok-restriction.4.3
  if (base !== ANY_TYPE && STRENGTH[own.process] < STRENGTH[anyAttribute.process]) {
    const sentence = `the attribute wildcard is ${own.process}, that of the base ${anyAttribute.process}`
    throw new SchemaProblem('derivation-ok-restriction.4.3', sentence)
  }
}

/** derivation-ok-restriction.5 */
function checkContent(own: Content, base: ComplexType): void {
  if (base === ANY_TYPE) return
  const { content } = base
  switch (own.kind) {
    case 'simple':
      checkText(own, content)
      return
    case 'empty':
      // derivation-ok-restriction.5.2: the base may be empty.
      if (content.kind === 'empty') return
      if (content.kind !== 'simple' && isEmptiable(content.particle)) return
      throw new SchemaProblem('derivation-ok-restriction.5.2', 'the base cannot be empty')
    case 'element-only':
    case 'mixed':
      // derivation-ok-restriction.5.3
      if (content.kind === 'empty' || content.kind === 'simple') {
        throw new SchemaProblem('derivation-ok-restriction.5.3', 'the base has no elements in it')
      }
      if (own.kind === 'mixed' && content.kind !== 'mixed') {
        throw new SchemaProblem('derivation-ok-restriction.5.3', 'the base is not mixed')
      }
      checkRestriction(own.particle, content.particle, isDerivedFrom)
  }
}

/** derivation-ok-restriction.5.1 */
function checkText(own: Content, content: Content): void {
  if (own.kind !== 'simple' || content.kind === 'mixed') return
  if (content.kind === 'simple' && isDerivedFrom(own.type, content.type, NONE)) return
  const sentence = 'the type of the text does not come from that of the base'
  throw new SchemaProblem('derivation-ok-restriction.5.1', sentence)
}

/** src-redefine.6.2.2 */
export function checkRestrictedGroup(group: ModelGroup, base: ModelGroup): void {
  const once = (term: ModelGroup) => ({ min: 1, max: 1, term, source: term.source })
  checkRestriction(once(group), once(base), isDerivedFrom)
}
