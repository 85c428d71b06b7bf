/** An element that restricts an element, or a wildcard (§3.9.6). */
import type { ElementDeclaration, SimpleType, ValueConstraint } from '../../components.js'
import { keyOf, mismatch, normalise } from '../../simple/index.js'
import { allows } from '../../wildcards.js'
import type { IsDerivedFrom } from '../derived.js'
import { type Broken, broken, outOfRange } from './broken.js'
import type { NormalAny, NormalElement } from './normal.js'

/** Particle Restriction OK (Elt:Elt -- NameAndTypeOK). */
export function nameAndType(
  derived: NormalElement,
  base: NormalElement,
  isDerivedFrom: IsDerivedFrom,
): Broken | undefined {
  // rcase-NameAndTypeOK.1
  if (derived.declaration.name !== base.declaration.name) {
    const sentence = `the element ${derived.declaration.name} is not ${base.declaration.name}`
    return broken('rcase-NameAndTypeOK.1', sentence, derived)
  }
  // rcase-NameAndTypeOK.2
  const range = outOfRange('rcase-NameAndTypeOK.2', derived, base)
  if (range !== undefined) return range
  // rcase-NameAndTypeOK.3.1
  if (derived.declaration.global && base.declaration.global) return undefined
  // rcase-NameAndTypeOK.3.2
  const why = differs(derived.declaration, base.declaration, isDerivedFrom)
  if (why === undefined) return undefined
  const [clause, what] = why
  return broken(clause, `the element ${derived.declaration.name} ${what}`, derived)
}

function differs(
  derived: ElementDeclaration,
  base: ElementDeclaration,
  isDerivedFrom: IsDerivedFrom,
): readonly [clause: string, what: string] | undefined {
  // rcase-NameAndTypeOK.3.2.1
  if (derived.nillable && !base.nillable) {
    return ['rcase-NameAndTypeOK.3.2.1', 'is nillable, in the base type it is not']
  }
  // rcase-NameAndTypeOK.3.2.2
  if (base.constraint?.kind === 'fixed' && !isSameFixed(derived, base)) {
    return ['rcase-NameAndTypeOK.3.2.2', 'is not fixed to the value that it has in the base type']
  }
  // rcase-NameAndTypeOK.3.2.3
  if (!derived.constraints.every((each) => base.constraints.includes(each))) {
    return ['rcase-NameAndTypeOK.3.2.3', 'has identity constraints that the base type has not']
  }
  // rcase-NameAndTypeOK.3.2.4
  if (![...base.block].every((each) => derived.block.has(each))) {
    return ['rcase-NameAndTypeOK.3.2.4', 'does not block all that it blocks in the base type']
  }
  // rcase-NameAndTypeOK.3.2.5
  return isDerivedFrom(derived.type, base.type, NO_RESTRICTION)
    ? undefined
    : ['rcase-NameAndTypeOK.3.2.5', 'has a type that does not restrict the one in the base type']
}

const NO_RESTRICTION = new Set(['extension', 'list', 'union'] as const)

/** True if one is fixed to the value to which the other one is. */
function isSameFixed(derived: ElementDeclaration, base: ElementDeclaration): boolean {
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

/** Particle Derivation OK (Elt:Any -- NSCompat). */
export function inNamespace(derived: NormalElement, base: NormalAny): Broken | undefined {
  // rcase-NSCompat.1
  if (!allows(base.wildcard.namespaces, derived.declaration.namespace)) {
    const sentence = `the wildcard of the base type does not take the element ${derived.declaration.name}`
    return broken('rcase-NSCompat.1', sentence, derived)
  }
  // rcase-NSCompat.2
  return outOfRange('rcase-NSCompat.2', derived, base)
}
