/** Checks bytes that stand for the text of an element, as its base64 (XOP §3): as far as can be, by their number alone. */
import type { Included } from '../../xml/binary.js'
import type { Assessment } from './assessment.js'
import type { CompiledSimple } from './compiled-type.js'
import type { Frame } from './frame.js'

/** Bytes that are made text, where a type asks for more than their number. */
const MAX_BYTES_AS_TEXT = 1024 * 1024

/** @returns the text, if the type asks for it; undefined once all is said */
export function assessIncluded<Value>(
  { report }: Assessment,
  frame: Frame<Value>,
  { type }: CompiledSimple,
  included: Included,
): string | undefined {
  // XOP §3.1: only the canonical text of base64Binary can be optimized.
  if (type.variety !== 'atomic' || type.primitive !== 'base64Binary') {
    const expected = 'text: bytes stand for base64Binary only'
    report.refuse(frame, 'cvc-datatype-valid.1', 'an xop:Include may not stand here', { expected })
    return undefined
  }
  const { patterns = [], enumeration, length, minLength = 0, maxLength } = type.facets
  if (patterns.length > 0 || enumeration || frame.keyed || frame.declaration?.constraint) {
    const { loaded } = included
    if (loaded && loaded.length <= MAX_BYTES_AS_TEXT) return base64Of(loaded)
    const sentence = 'the bytes are too many for the type to be looked at as text'
    report.refuse(frame, 'cvc-datatype-valid.1', sentence)
    return undefined
  }
  const { size } = included
  const rule = (clause: string, expected: string) =>
    report.refuse(frame, clause, `the value has ${size} octets`, { expected })
  // cvc-length-valid, cvc-minLength-valid, cvc-maxLength-valid: of binary types, in octets.
  if (length !== undefined && size !== length) rule('cvc-length-valid', `exactly ${length} octets`)
  else if (size < minLength) rule('cvc-minLength-valid', `at least ${minLength} octets`)
  else if (maxLength !== undefined && size > maxLength) {
    rule('cvc-maxLength-valid', `at most ${maxLength} octets`)
  } else {
    frame.simple = type
    frame.included = included
  }
  return undefined
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
