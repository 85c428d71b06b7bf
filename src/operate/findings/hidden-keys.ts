/** Finds business keys whose values are never shown, as they are redacted: somebody may have meant to see them. */
import type { Config } from '../../config/schema.js'
import { type Finding, note } from '../../message/finding.js'

export function findHiddenKeys({ journal }: Config): readonly Finding[] {
  const redacted = new Set(journal.redact)
  return journal.keys.flatMap(({ name, path }, index) =>
    redacted.has(path)
      ? [
          note(
            `journal.keys.${index}`,
            `${name} is redacted: it can be looked for, and is never shown`,
          ),
        ]
      : [],
  )
}
