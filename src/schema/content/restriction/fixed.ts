/** Whether two elements are fixed to the same value. */
import type { ElementDeclaration, SimpleType, ValueConstraint } from '../../components.js'
import { keyOf, mismatch, normalise } from '../../simple/index.js'

/** True if one is fixed to the value to which the other one is. */
export function isSameFixed(derived: ElementDeclaration, base: ElementDeclaration): boolean {
  const { constraint } = derived
  if (constraint?.kind !== 'fixed' || base.constraint === undefined) return false
  const key = fixedValue(derived, constraint)
  return key === fixedValue(base, base.constraint)
}

/** A text that is no value of the type, which is another problem, and one of mixed content stand for themselves. */
function fixedValue(declaration: ElementDeclaration, { text, node }: ValueConstraint): string {
  const type = simpleOf(declaration)
  if (type === undefined) return text
  const value = normalise(type, text)
  return mismatch(type, value, node.scope) === undefined ? keyOf(type, value, node.scope) : value
}

function simpleOf({ type }: ElementDeclaration): SimpleType | undefined {
  if (type.kind === 'simple') return type
  return type.content.kind === 'simple' ? type.content.type : undefined
}
