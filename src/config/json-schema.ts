/** The JSON Schema of a configuration, by which editors complete and check a file while it is written. */
import { z } from 'zod'

/** Marks of this program's own, which other readers of a schema do not know. */
const OWN = ['file', 'path', 'secret', 'login', 'quantity', 'least', 'most'] as const

/** What names a secret in place of it. */
const REFERENCE = '^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+|text:[\\s\\S]+)$'

/** @param schema  of the whole configuration */
export function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // Draft 7 is what editors of YAML know.
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const named = jsonSchema.secret === true || jsonSchema.login === true
      if (named && jsonSchema.pattern !== undefined) {
        jsonSchema.pattern = `${REFERENCE}|${jsonSchema.pattern}`
      }
      for (const mark of OWN) delete jsonSchema[mark]
      // Nothing that was left out is to be put in by an editor.
      if (jsonSchema.type === 'object') delete jsonSchema.default
    },
  })
  return {
    $schema,
    title: 'Configuration of Waybill',
    description: 'docs/configuration.md lists every key.',
    ...rest,
  }
}
