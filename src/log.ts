/** The log: one JSON object per line, safe to read in a terminal whatever a peer sent. */
import { destination, type Logger, pino } from 'pino'
import { printableJson } from './base/printable.js'

/** @param write  where a line goes; standard output by default */
export function createLog(level: string, write?: (line: string) => void): Logger {
  const sink = write ? { write } : destination({ dest: 1, sync: true })
  const stream = {
    write(line: string) {
      sink.write(printableJson(line))
    },
  }
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: named } },
    stream,
  )
}

function named(label: string): { level: string } {
  return { level: label }
}
