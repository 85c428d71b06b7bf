/** Checks what is in an element by the content type of its type (cvc-complex-type.2). */
import { clarkName, type XmlElement } from '../../xml/tree.js'
import type { Assessment } from './assessment.js'
import type { Frame } from './frame.js'
import { assessMixedText, assessText } from './text.js'

/** Text in complex content. */
export function assessCharacters<Value>(
  { report }: Assessment,
  frame: Frame<Value>,
  text: string,
): void {
  const { kind } = frame.type
  if (kind === 'mixed') {
    frame.children?.push(text)
    return
  }
  // cvc-complex-type.2.1: empty content must have no characters, white space included.
  // cvc-complex-type.2.3: element-only content must have no characters but white space.
  if (frame.broken || (kind === 'element-only' && isBlank(text))) return
  frame.broken = true
  const found = text.trim()
  if (kind === 'empty') {
    report.refuse(frame, 'cvc-complex-type.2.1', 'the element must be empty', { found })
  } else {
    report.refuse(frame, 'cvc-complex-type.2.3', 'no text may stand between elements here', {
      found,
    })
  }
}

/** Refuses a child that its content model does not take. */
export function refuseChild<Value>(
  { report }: Assessment,
  frame: Frame<Value>,
  child: XmlElement,
): void {
  frame.valid = false
  if (frame.broken) return
  frame.broken = true
  const { matching } = frame
  // cvc-complex-type.2.1, cvc-complex-type.2.4: the elements must be those of the content model.
  const clause = matching ? 'cvc-complex-type.2.4' : 'cvc-complex-type.2.1'
  const expected = expectation(matching?.expected() ?? [])
  report.add(child, clause, `the element ${child.local} may not stand here`, {
    expected,
    found: clarkName(child),
  })
}

/**
 * What can be said once all of the content has come.
 *
 * @returns how much work it was, in characters
 */
export function assessEnd<Value>(assessment: Assessment, frame: Frame<Value>): number {
  const { type, matching } = frame
  if (frame.nil) return 0
  if (type.simple) return assessText(assessment, frame, type.simple)
  // cvc-complex-type.2.4: all elements that the content model demands must be there.
  if (matching && !frame.broken && !matching.complete) {
    const expected = expectation(matching.expected())
    const sentence = 'an element is missing at the end'
    assessment.report.refuse(frame, 'cvc-complex-type.2.4', sentence, { expected })
  }
  if (type.kind === 'mixed') assessMixedText(assessment, frame)
  return 0
}

function expectation(names: readonly string[]): string {
  return names.length === 0 ? 'no element' : names.join(', ')
}

/** True for white space only. */
function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return false
  }
  return true
}
