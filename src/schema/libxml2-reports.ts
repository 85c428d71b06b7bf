/** What libxml2 reports of a schema that it refuses: libxmljs2 gathers it in an array, and drops that with the schema. */
import querystring from 'node:querystring'
import { type Finding, MAX_FINDINGS } from './finding.js'
import { findingOf } from './for-validation.js'

/** Of libxml2's levels, that of a warning; errors have higher ones. */
const WARNING = 1

/**
 * Runs what makes libxml2 report, and listens. libxmljs2 appends each report by the `push` of arrays, which it looks up again
 * each time: nothing else leads to what it drops. libxml2 runs to its end in `compile`, so nothing else appends meanwhile.
 *
 * @returns at most `MAX_FINDINGS`, errors before warnings
 */
export function reportsOf(compile: () => unknown): readonly Finding[] {
  const { push } = Array.prototype
  const reports: Report[] = []
  Array.prototype.push = function (...items: unknown[]) {
    for (const item of items) if (isReport(item)) reports[reports.length] = item
    return push.apply(this, items)
  }
  try {
    compile()
  } finally {
    Array.prototype.push = push
  }
  const errors = reports.filter(({ level }) => level !== WARNING)
  const warnings = reports.filter(({ level }) => level === WARNING)
  return [...errors, ...warnings].slice(0, MAX_FINDINGS).map(locatedFinding)
}

/** An error as libxmljs2 makes it of what libxml2 reports. */
interface Report extends Error {
  readonly level: unknown
}

function isReport(item: unknown): item is Report {
  return item instanceof Error && 'level' in item
}

/** libxml2 writes the path of a schema as a URI. */
function locatedFinding(report: Report): Finding {
  const escaped = 'file' in report && typeof report.file === 'string' ? report.file : undefined
  const file = escaped && querystring.unescape(escaped)
  return { ...findingOf(report), file, line: lineNumberOf(report) }
}

/** @returns undefined where libxml2 knows none, as of a file that it cannot open */
export function lineNumberOf(report: unknown): number | undefined {
  const line = report instanceof Error && 'line' in report ? Number(report.line) : 0
  return line > 0 ? line : undefined
}
