/** The log: one JSON object per line, safe to read in a terminal whatever a peer sent. */
import { destination, type Logger, pino } from 'pino'
import { Lines } from './base/lines.js'
import { printableJson } from './base/printable.js'
import type { RecentLines } from './base/recent-lines.js'

/** How the lines begin that may wait for the end of a turn: most lines. What has gone wrong is told at once. */
const WAITING = /^\{"level":"(?:info|debug|trace)"/

/**
 * @param write   where each line goes; standard output by default, with the lines of a turn together
 * @param recent  keeps the last lines. Default: none are kept
 */
export function createLog(
  level: string,
  write?: (line: string) => void,
  recent?: RecentLines,
): Logger {
  const add = write ?? toStandardOutput()
  const stream = {
    write(line: string) {
      const shown = printableJson(line)
      add(shown)
      recent?.keep(shown)
    },
  }
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: named },
      serializers: { err: (thrown) => serialized(thrown), error: (thrown) => serialized(thrown) },
    },
    stream,
  )
}

function toStandardOutput(): (line: string) => void {
  const sink = destination({ dest: 1, sync: true })
  const lines = new Lines((several) => sink.write(several))
  return (line) => lines.add(line, WAITING.test(line))
}

/** What is known of an error beside its sentence; anything else that a library hangs on may be secret. */
const EXPECTED = ['code', 'errno', 'syscall', 'address', 'port', 'path'] as const

/** Causes of causes that are written: some go round in a circle. */
const DEPTH = 8

/** An error with its stack and causes; what is no error is written as it is. */
function serialized(thrown: unknown, depth = DEPTH): unknown {
  if (!(thrown instanceof Error)) return thrown
  if (depth === 0) return thrown.message
  const { name, message, stack, cause } = thrown
  const fields = Object.entries(thrown).filter(([key]) => EXPECTED.some((one) => one === key))
  return {
    type: name,
    message,
    stack,
    ...Object.fromEntries(fields),
    ...(cause !== undefined && { cause: serialized(cause, depth - 1) }),
    ...(thrown instanceof AggregateError && {
      errors: thrown.errors.map((one) => serialized(one, depth - 1)),
    }),
  }
}

function named(label: string): { level: string } {
  return { level: label }
}
