/** Checks the text of simple and mixed content, with what stands for it where there is none (cvc-elt.5). */
import { includedIn } from '../../xml/binary.js'
import { elementText } from '../../xml/tree.js'
import { ELEMENT } from '../../xml/walk.js'
import type { SimpleType } from '../components.js'
import { keyOf, memberOf, mismatch, normalise } from '../simple/index.js'
import type { Assessment } from './assessment.js'
import type { CompiledSimple } from './compiled-type.js'
import type { Frame } from './frame.js'
import { assessIncluded } from './included.js'
import { isFixedValue } from './values.js'

/** @returns the length of the text, which is how much work it was */
export function assessText<Value>(
  assessment: Assessment,
  frame: Frame<Value>,
  compiled: CompiledSimple,
): number {
  const { type } = compiled
  const { element, declaration } = frame
  const { report } = assessment
  const { children } = element
  const included = includedIn(children)
  const [first] = children
  const stated = included ? assessIncluded(assessment, frame, compiled, included) : first
  if (included && stated === undefined) return ELEMENT
  // cvc-type.3.1.2, cvc-complex-type.2.2: simple content must hold no elements.
  if (children.length > 1 || (stated !== undefined && typeof stated !== 'string')) {
    const clause = frame.type.complex ? 'cvc-complex-type.2.2' : 'cvc-type.3.1.2'
    report.refuse(frame, clause, 'it holds an element, and may hold text only')
    frame.text = elementText(element)
    return frame.text.length
  }
  const constraint = declaration?.constraint
  // cvc-elt.5.1: an empty element has its default or fixed value.
  const absent = first === undefined && constraint !== undefined
  if (absent) frame.scope = constraint.node.scope
  const text = normalise(type, absent ? constraint.text : (stated ?? ''))
  frame.text = text
  const rule = mismatch(type, text, frame.scope)
  if (rule) {
    report.broken(frame, rule, text)
    return text.length
  }
  frame.simple = type
  // cvc-elt.5.2.2.2.2: its value must be the fixed one.
  if (!absent && constraint?.kind === 'fixed') {
    const declared = textType(frame) ?? type
    if (!isFixedValue(keyOf(type, text, frame.scope), constraint, declared)) {
      report.refuse(frame, 'cvc-elt.5.2.2.2.2', 'its value is fixed', {
        expected: constraint.text,
        found: text,
      })
    }
  }
  if (compiled.tracked) {
    assessment.ids.take(compiled, text, frame.scope, { judged: frame, attribute: undefined })
  }
  return text.length
}

/** cvc-elt.5.2.2.2.1: mixed content must be the fixed text, and nothing else (5.2.2.1). */
export function assessMixedText<Value>({ report }: Assessment, frame: Frame<Value>): void {
  const { element, declaration } = frame
  const constraint = declaration?.constraint
  if (!constraint) return
  if (element.children.length === 0) frame.children?.push(constraint.text)
  else if (constraint.kind === 'fixed') {
    const [only] = element.children
    if (element.children.length === 1 && only === constraint.text) return
    report.refuse(frame, 'cvc-elt.5.2.2.2.1', 'its text is fixed', { expected: constraint.text })
  }
}

/** The type of a valid text: of a union the member. */
export function valueType<Value>({ simple, text, scope }: Frame<Value>): SimpleType | undefined {
  if (simple?.variety !== 'union' || text === undefined) return simple
  return memberOf(simple, text, scope)
}

/** The simple type that its declaration gives it. */
function textType<Value>({ declaration }: Frame<Value>): SimpleType | undefined {
  const type = declaration?.type
  if (!type || type.kind === 'simple') return type
  return type.content.kind === 'simple' ? type.content.type : undefined
}
