/** The last lines of the log as the page of the node shows them. */
import type { LogView } from '../api.js'

/** @param lines  as the log writes them, oldest first */
export function logView(level: string, lines: readonly string[]): LogView {
  return { level, lines: lines.map(lineOf).reverse() }
}

function lineOf(text: string): LogView['lines'][number] {
  const { level, time, msg, ...fields } = fieldsIn(text)
  const at = Date.parse(String(time))
  return {
    at: Number.isNaN(at) ? 0 : at,
    level: typeof level === 'string' ? level : '',
    sentence: typeof msg === 'string' ? msg : text,
    fields: Object.keys(fields).length === 0 ? '' : JSON.stringify(fields),
  }
}

/** A line that was cut is no JSON: it is shown as it is. */
function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const fields: Readonly<Record<string, unknown>> = JSON.parse(text)
    return fields
  } catch {
    const [, level, time] = /^\{"level":"(\w+)","time":"([^"]*)"/.exec(text) ?? []
    return { level, time }
  }
}
