/** Rules about attribute declarations and uses (§3.2.6, §3.5.6). */
import type {
  AttributeDeclaration,
  AttributeUse,
  SimpleType,
  ValueConstraint,
} from '../components.js'
import { SchemaProblem } from '../problem.js'
import { keyOf, mismatch, normalise } from '../simple/index.js'

/** a-props-correct */
export function checkAttribute({ name, type, constraint }: AttributeDeclaration): void {
  checkNotation(`the attribute ${name}`, type)
  checkConstraint(name, type, constraint)
}

/** au-props-correct */
export function checkUse({ declaration, constraint }: AttributeUse): void {
  const { name, type } = declaration
  checkConstraint(name, type, constraint)
  // au-props-correct.2: what the declaration fixes, its uses fix to the same value.
  if (declaration.constraint?.kind !== 'fixed' || declaration.constraint === constraint) return
  if (constraint?.kind !== 'fixed' || !isSameValue(type, constraint, declaration.constraint)) {
    const sentence = `the attribute ${name} is fixed to ${JSON.stringify(declaration.constraint.text)}`
    throw new SchemaProblem('au-props-correct.2', `${sentence}: a use cannot say otherwise`)
  }
}

function checkConstraint(
  name: string,
  type: SimpleType,
  constraint: ValueConstraint | undefined,
): void {
  if (!constraint) return
  // a-props-correct.3: an ID is nobody's default.
  if (isId(type)) {
    throw new SchemaProblem(
      'a-props-correct.3',
      `the attribute ${name} is an ID, and has a ${constraint.kind} value`,
    )
  }
  // a-props-correct.2: the value is of the type.
  const text = normalise(type, constraint.text)
  const rule = mismatch(type, text, constraint.node.scope)
  if (rule) {
    const value = `the ${constraint.kind} value of the attribute ${name}`
    throw new SchemaProblem('a-props-correct.2', `${value} is wrong: ${rule.sentence}`)
  }
}

/** enumeration-required-notation: what is a notation says which ones it may be. */
export function checkNotation(what: string, type: SimpleType | undefined): void {
  if (type?.primitive !== 'NOTATION' || type.facets.enumeration) return
  const sentence = `the type of ${what} is NOTATION, and enumerates none`
  throw new SchemaProblem('enumeration-required-notation', sentence)
}

/** True for `xs:ID`, and what comes from it. */
export function isId(type: SimpleType): boolean {
  return type.builtIn === 'ID'
}

export function isSameValue(
  type: SimpleType,
  one: ValueConstraint,
  other: ValueConstraint,
): boolean {
  const [first, second] = [one, other].map(({ text, node }) => {
    const normal = normalise(type, text)
    return mismatch(type, normal, node.scope) ? undefined : keyOf(type, normal, node.scope)
  })
  return first !== undefined && first === second
}
