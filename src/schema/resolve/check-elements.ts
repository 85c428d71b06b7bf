/** Rules about element declarations (§3.3.6). */
import type {
  ElementDeclaration,
  SimpleType,
  TypeDefinition,
  ValueConstraint,
} from '../components.js'
import { isEmptiable } from '../content/index.js'
import { SchemaProblem } from '../problem.js'
import { mismatch, normalise } from '../simple/index.js'
import { checkNotation, isId } from './check-attributes.js'
import { isDerivedFrom } from './derivation.js'

/** e-props-correct */
export function checkElement({ name, type, head, constraint }: ElementDeclaration): void {
  // e-props-correct.4: its type comes from that of the head, as the head allows.
  if (head && !isDerivedFrom(type, head.type, head.final)) {
    const sentence = `the type of ${name} does not come from that of ${head.name}, or not as it allows`
    throw new SchemaProblem('e-props-correct.4', sentence)
  }
  checkNotation(`the element ${name}`, simpleTypeOf(type))
  if (constraint) checkConstraint(name, type, constraint)
}

/** cos-valid-default */
function checkConstraint(name: string, type: TypeDefinition, constraint: ValueConstraint): void {
  const value = `the ${constraint.kind} value of the element ${name}`
  const simple = simpleTypeOf(type)
  if (simple) {
    // e-props-correct.5: an ID is nobody's default.
    if (isId(simple)) throw new SchemaProblem('e-props-correct.5', `${value} is an ID`)
    // e-props-correct.2, cos-valid-default.1: the value is of the type.
    const text = normalise(simple, constraint.text)
    const rule = mismatch(simple, text, constraint.node.scope)
    if (rule) throw new SchemaProblem('e-props-correct.2', `${value} is wrong: ${rule.sentence}`)
    return
  }
  // cos-valid-default.2: text alone is enough for the content.
  if (type.kind !== 'complex' || type.content.kind !== 'mixed') {
    throw new SchemaProblem('cos-valid-default.2.1', `${value} is text, and its type has none`)
  }
  if (!isEmptiable(type.content.particle)) {
    throw new SchemaProblem(
      'cos-valid-default.2.2.2',
      `${value} has no elements, and its type needs some`,
    )
  }
}

function simpleTypeOf(type: TypeDefinition): SimpleType | undefined {
  if (type.kind === 'simple') return type
  return type.content.kind === 'simple' ? type.content.type : undefined
}
