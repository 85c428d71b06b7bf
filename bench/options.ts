/** The options of a benchmark run: how long, how often, how many connections, and in which form. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Seconds of load in the whole run, the warm-up round included. */
  readonly seconds: number
  /** Rounds that count. */
  readonly rounds: number
  readonly connections: number
  readonly json: boolean
  /** Entry file of another build of the daemon, measured beside this one. */
  readonly beside: string | undefined
}

const USAGE = `Usage: npm run bench -- [options]

  --seconds <n>      seconds of load in the whole run (default 150)
  --rounds <n>       rounds that count, after one that does not (default 5)
  --connections <n>  connections at once (default 32)
  --beside <file>    dist/src/main.js of another build, measured in the same rounds
  --json             print one JSON object instead of tables
`

/** @returns undefined if only the usage was asked for, which is then printed */
export function readOptions(): BenchOptions | undefined {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '150' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
      beside: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return undefined
  }
  return {
    seconds: wholeNumber('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
    connections: wholeNumber('connections', values.connections),
    json: values.json,
    beside: values.beside === undefined ? undefined : resolve(values.beside),
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new Error(`--${name} expects a whole number of at least 1, got ${text}`)
  }
  return Number(text)
}
