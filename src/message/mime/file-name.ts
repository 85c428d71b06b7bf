/** The file name that a part gives itself. */
import type { Headers } from './headers.js'
import { readStructured, type Structured } from './structured.js'

/** A file name without path and control characters, for people to read. */
export function fileNameOf(headers: Headers, type: Structured): string | undefined {
  const disposition = headers.get('content-disposition')
  const name =
    (disposition === undefined ? undefined : readStructured(disposition))?.parameters.get(
      'filename',
    ) ?? type.parameters.get('name')
  if (name === undefined) return undefined
  return [...name.replace(/^.*[/\\]/s, '')]
    .filter((character) => character >= ' ' && character !== '\u007f')
    .join('')
    .slice(0, 255)
}
