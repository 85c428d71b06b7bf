/** Writes a message for people to read: an envelope around a sample of its body entry. */
import type { ElementDeclaration } from '../../schema/components.js'
import { NoSample, sampleText } from '../../schema/sample/index.js'
import type { CompiledSchema } from '../../schema/validate/index.js'
import { SOAP_11 } from '../../soap/version.js'
import type { Walk } from '../../xml/walk.js'

/** Characters of a sample that a page shows. */
const MAX_SAMPLE_LENGTH = 6_000
/** Elements of it: with more of them it would be too long. */
const MAX_ELEMENTS = 300

/**
 * The sample of an element, without what may be left out if it would be too long.
 *
 * @returns undefined if there is none, or none short enough to be read
 */
export function* writingSample(
  schema: CompiledSchema,
  declaration: ElementDeclaration,
): Walk<string | undefined> {
  for (const least of [false, true]) {
    yield
    const text = attempt(schema, declaration, least)
    if (text !== undefined && text.length <= MAX_SAMPLE_LENGTH) return text
  }
  return undefined
}

function attempt(
  schema: CompiledSchema,
  declaration: ElementDeclaration,
  least: boolean,
): string | undefined {
  try {
    return sampleText(schema, declaration, least, MAX_ELEMENTS).trimEnd()
  } catch (error) {
    if (error instanceof NoSample) return undefined
    throw error
  }
}

/** @param entry  undefined for an empty Body */
export function envelopeAround(entry: string | undefined): string {
  const { prefix, namespace } = SOAP_11
  const body = entry === undefined ? '' : `\n    ${indented(entry)}\n  `
  return `<${prefix}:Envelope xmlns:${prefix}="${namespace}">
  <${prefix}:Body>${body}</${prefix}:Body>
</${prefix}:Envelope>`
}

/** Unless a line begins within text, where space would change it. */
function indented(text: string): string {
  const lines = text.split('\n')
  return lines.every((line) => /^\s*</.test(line)) ? lines.join('\n    ') : text
}
