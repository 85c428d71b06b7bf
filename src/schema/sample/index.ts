/** Makes a sample of an element: a message that its schema allows. */
import { readDocument } from '../../xml/read.js'
import { atOnce } from '../../xml/walk.js'
import { writeElement } from '../../xml/write.js'
import type { ElementDeclaration } from '../components.js'
import type { CompiledSchema } from '../validate/index.js'
import { NoSample } from './no-sample.js'
import { type SampleForm, Sampling } from './sampling.js'

export { NoSample } from './no-sample.js'

/** What a sample may have: it is as small as a message. */
const LIMITS = {
  depth: 10_000,
  attributes: 10_000,
  namespaces: 10_000,
  namespacesInScope: 10_000,
  elements: 100_000,
  name: 100_000,
  attributeValue: 10_000_000,
}

const MAX_ELEMENTS = 20_000

const FORMS: readonly Omit<SampleForm, 'most'>[] = [
  { optional: true, distinct: false },
  { optional: true, distinct: true },
  { optional: false, distinct: false },
  { optional: false, distinct: true },
]

/**
 * A sample of an element, with what may be left out, as far as that does not repeat itself and the whole is valid.
 *
 * @param least  true to leave out what may be left out
 * @param most   elements that it may have
 * @throws NoSample where no text of a type was found, no message can end, or none was found that is valid
 */
export function sampleText(
  schema: CompiledSchema,
  declaration: ElementDeclaration,
  least = false,
  most = MAX_ELEMENTS,
): string {
  let last = new NoSample('there is none')
  for (const form of FORMS.filter(({ optional }) => !optional || !least)) {
    try {
      return valid(schema, declaration, { ...form, most })
    } catch (error) {
      if (!(error instanceof NoSample)) throw error
      last = error
    }
  }
  throw last
}

function valid(schema: CompiledSchema, declaration: ElementDeclaration, form: SampleForm): string {
  const text = writeElement(new Sampling(schema.components, form).root(declaration))
  const [finding] = atOnce(schema.validating(readDocument(text, LIMITS))).findings
  if (!finding) return `${text}\n`
  throw new NoSample(`no valid sample was found: ${finding.path ?? ''} ${finding.sentence}`)
}
