/** What an element says about itself: `xsi:type` and `xsi:nil` (cvc-elt.3 and 4). */
import { isNcName } from '../../xml/characters.js'
import { clarkName, readQName, trimXml, XSI_NAMESPACE } from '../../xml/tree.js'
import type { Derivation, ElementDeclaration, TypeDefinition } from '../components.js'
import { isDerivedFrom } from '../resolve/index.js'
import type { Assessment } from './assessment.js'
import type { Frame } from './frame.js'

/**
 * Changes what is known of an element by its `xsi:` attributes.
 *
 * @throws UnsignedPrefix for another type than the declared one, in a signed element, by a prefix that is not
 */
export function assessInstance<Value>(assessment: Assessment, frame: Frame<Value>): void {
  for (const { namespace, local, value } of frame.element.attributes) {
    if (namespace !== XSI_NAMESPACE) continue
    if (local === 'type') assessType(assessment, frame, value)
    else if (local === 'nil') assessNil(assessment, frame, trimXml(value))
  }
}

function assessType<Value>(assessment: Assessment, frame: Frame<Value>, text: string): void {
  const { tables, report, named } = assessment
  const { element, declaration } = frame
  const { scope } = element
  if (named?.scope === scope && named.text === text && named.declaration === declaration) {
    frame.type = named.type
    frame.typed = true
    return
  }
  const details = { attribute: 'type', found: text }
  const name = isTypeName(trimXml(text)) ? readQName(scope, text) : undefined
  // cvc-elt.4.1: its value must be a QName.
  if (!name) {
    report.refuse(
      frame,
      'cvc-elt.4.1',
      'it is no name of a type, or its prefix is unknown',
      details,
    )
    return
  }
  const type = tables.type(name.namespace, name.local)
  // The declaration gives the same type, whatever the prefix stands for.
  if (name.unsigned && (!type || type !== declaration?.type)) throw name.unsigned
  // cvc-elt.4.2: the name must resolve to a type definition.
  if (!type) {
    report.refuse(frame, 'cvc-elt.4.2', `there is no type ${clarkName(name)}`, details)
    return
  }
  // cvc-elt.4.3: it must be derived from the declared type, by no way that is disallowed.
  if (declaration && !isDerivedFrom(type, declaration.type, blockedBy(declaration))) {
    const expected = `a type derived from ${nameOf(declaration.type)}`
    const sentence = `the type ${nameOf(type)} may not stand for the declared one`
    report.refuse(frame, 'cvc-elt.4.3', sentence, { ...details, expected })
    return
  }
  frame.type = tables.compiled(type)
  frame.typed = true
  assessment.named = { text, scope, declaration, type: frame.type }
}

const NIL = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function assessNil<Value>({ report }: Assessment, frame: Frame<Value>, text: string): void {
  const { declaration } = frame
  const nil = NIL.get(text)
  if (nil === undefined) {
    const details = { attribute: 'nil', found: text, expected: 'true or false' }
    report.refuse(frame, 'cvc-datatype-valid.1', 'it is no boolean', details)
    return
  }
  if (!declaration) return
  // cvc-elt.3.1: an element that is not nillable must not have it.
  if (!declaration.nillable) {
    const details = { attribute: 'nil', found: text }
    report.refuse(frame, 'cvc-elt.3.1', 'the element is not nillable', details)
    return
  }
  if (!nil) return
  frame.nil = true
  // cvc-elt.3.2.1: a nil element must be empty.
  if (frame.element.children.length > 0) {
    report.refuse(frame, 'cvc-elt.3.2.1', 'the element is nil, so it must be empty')
  }
  // cvc-elt.3.2.2: it must have no fixed value.
  if (declaration.constraint?.kind === 'fixed') {
    report.refuse(frame, 'cvc-elt.3.2.2', 'the element has a fixed value, so it may not be nil')
  }
}

export function nameOf(type: TypeDefinition): string {
  return type.name === '' ? 'a type without name' : type.name
}

function isTypeName(text: string): boolean {
  const [first = '', local, more] = text.split(':', 3)
  return isNcName(first) && (local === undefined || isNcName(local)) && more === undefined
}

/** The disallowed substitutions of a declaration, and the prohibited ones of its type. */
function blockedBy({ block, type }: ElementDeclaration): ReadonlySet<Derivation> {
  if (type.kind === 'simple' || type.block.size === 0) return block
  return block.size === 0 ? type.block : new Set([...block, ...type.block])
}
