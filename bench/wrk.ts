/** Load by wrk (Debian: wrk), which takes so little of a processor that the target has the rest of it. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What wrk counted; times in microseconds. */
export interface Counts {
  readonly requests: number
  readonly duration: number
  readonly p50: number
  readonly p99: number
  /** Connections that were refused or broke. */
  readonly errors: number
  readonly timeouts: number
  /** Answers with another status than 2xx and 3xx. */
  readonly refused: number
}

/** Seconds until an answer is given up. */
const PATIENCE = 30

/** Its own language is Lua: it sends the body of a file, and prints its counts as one line of JSON. */
const SCRIPT = `
function init(args)
  local file = io.open(args[1], 'rb')
  wrk.method = 'POST'
  wrk.body = file:read('*a')
  wrk.headers['Content-Type'] = 'text/xml; charset=utf-8'
  wrk.headers['SOAPAction'] = '""'
  file:close()
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'COUNTS {"requests":%d,"duration":%d,"p50":%d,"p99":%d,"errors":%d,"timeouts":%d,"refused":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write, errors.timeout, errors.status))
end
`

/** True where it can be run. */
export const HAS_WRK = spawnSync('wrk', ['--version']).error === undefined

/** @param seconds  wrk counts whole ones, at least one */
export async function loadByWrk(
  url: string,
  body: string,
  connections: number,
  seconds: number,
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  try {
    const [script, file] = [join(folder, 'post.lua'), join(folder, 'body.xml')]
    writeFileSync(script, SCRIPT)
    writeFileSync(file, body)
    const time = `${Math.max(1, Math.round(seconds))}s`
    const options = ['-t1', `-c${connections}`, `-d${time}`, '--timeout', `${PATIENCE}s`]
    const { stdout } = await promisify(execFile)('wrk', [...options, '-s', script, url, '--', file])
    const [, counts] = /^COUNTS (\{.*\})$/m.exec(stdout) ?? []
    if (counts === undefined) throw new Error(`wrk has counted nothing:\n${stdout}`)
    return JSON.parse(counts) as Counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
