/** What was changed in a text, line by line, with some lines around it. */
import { structuredPatch } from 'diff'

export interface ChangedLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly text: string
}

const AROUND = 3

/** Milliseconds that it may take: what somebody edits by hand is small. */
const TIME = 500

/** @returns undefined if it takes too long to be told */
export function difference(before: string, after: string): readonly ChangedLine[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', { context: AROUND, timeout: TIME })
  return patch?.hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : [{ kind: 'gap', text: '…' } as const]),
    ...lines.filter((line) => !line.startsWith('\\')).map(changedLine),
  ])
}

function changedLine(line: string): ChangedLine {
  const text = line.slice(1)
  if (line.startsWith('+')) return { kind: 'added', text }
  return { kind: line.startsWith('-') ? 'removed' : 'same', text }
}
