/** The canonical form of the header fields of a part, which a signature over all of an attachment covers. */
import type { PartField } from '../../message/message.js'

/** SwA Profile 1.1 §5.4.1: "only process MIME headers that are explicitly" listed; ascending, in this case. */
const LISTED = [
  'Content-Description',
  'Content-Disposition',
  'Content-ID',
  'Content-Location',
  'Content-Type',
] as const

type Listed = (typeof LISTED)[number]

/** SwA Profile 1.1 §5.4.1: parameters whose values are compared without case. */
const WITHOUT_CASE: ReadonlySet<string> = new Set([
  'charset',
  'creation-date',
  'filename',
  'modification-date',
  'padding',
  'read-date',
  'size',
  'type',
])

/**
 * SwA Profile 1.1 §5.4.1: sorted, unfolded, without comments and leading white space, names and types in lower case,
 * parameters sorted and quoted; each with one CRLF behind it.
 */
export function canonicalFields(fields: readonly PartField[]): string {
  return LISTED.map((name) => {
    const found = fields.find(([other]) => other.toLowerCase() === name.toLowerCase())
    const value = found ? canonicalValue(name, found[1]) : DEFAULTS[name]
    return value === undefined ? '' : `${name}:${value}\r\n`
  }).join('')
}

/** SwA Profile 1.1 §5.4.1: a part without Content-Type has the one of RFC 2045 §5.2. */
const DEFAULTS: Partial<Readonly<Record<Listed, string>>> = {
  'Content-Type': 'text/plain;charset="us-ascii"',
}

function canonicalValue(name: Listed, value: string): string {
  // What comes in header fields beyond ASCII is UTF-8.
  const text = uncommented(Buffer.from(value, 'latin1').toString('utf8')).replace(/^[ \t]+/, '')
  switch (name) {
    case 'Content-Description':
    case 'Content-ID':
    case 'Content-Location':
      return text
    case 'Content-Disposition':
    case 'Content-Type':
      return structured(text)
  }
}

/** RFC 5322 §3.2.2: comments stand in parentheses, one within another, but not in quoted text. */
function uncommented(text: string): string {
  let kept = ''
  let depth = 0
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|\\.|[^"\\()]+|./gs)) {
    if (piece === '(') depth += 1
    else if (piece === ')' && depth > 0) depth -= 1
    else if (depth === 0) kept += piece
  }
  return kept
}

const PARAMETER = /;[ \t]*([^=;\s"]+)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^;]*)/g

function structured(text: string): string {
  const [type = ''] = text.split(';', 1)
  const parameters = [...text.slice(type.length).matchAll(PARAMETER)].map(
    ([, name = '', raw = '']) => {
      const lower = name.toLowerCase()
      const value = unquoted(raw.trim())
      return [lower, WITHOUT_CASE.has(lower) ? value.toLowerCase() : value] as const
    },
  )
  const sorted = parameters.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const written = sorted.map(([name, value]) => `;${name}="${value.replace(/["\\]/g, '\\$&')}"`)
  return `${type.trim().toLowerCase()}${written.join('')}`
}

function unquoted(value: string): string {
  if (!/^".*"$/s.test(value)) return value
  return value.slice(1, -1).replace(/\\(.)/gs, '$1')
}
