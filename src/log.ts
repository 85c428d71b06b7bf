/** The log: one JSON object a line, safe to read in a terminal whatever a stranger sent. */
import { destination, type Logger, pino } from 'pino'

// JSON escapes what is below U+0020. The rest of what moves a cursor, turns the direction of text or
// ends a line is escaped here: DEL and C1 controls, line and paragraph separators, bidi controls.
const UNPRINTABLE =
  /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** @param write  where a line goes; standard output by default */
export function createLog(level: string, write?: (line: string) => void): Logger {
  const sink = write ? { write } : destination({ dest: 1, sync: true })
  const stream = {
    write(line: string) {
      sink.write(line.replace(UNPRINTABLE, escapeCharacter))
    },
  }
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: named } },
    stream,
  )
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function named(label: string): { level: string } {
  return { level: label }
}
