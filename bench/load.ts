/** Puts one target under load for one slice of time, and fails at the first answer that is wrong. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { Agent, request as ask } from 'undici'
import { cpuTimeOf } from './cpu.js'
import type { Target } from './targets.js'
import { HEADERS, IDENTITY, type Workload } from './workloads.js'
import { type Counts, HAS_WRK, loadByWrk } from './wrk.js'

export interface Slice {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of processor time that the target used for one request, where it is known. */
  readonly cpu: number | undefined
}

/** One request by other means: what is measured must also be right. */
export async function check(
  { name, url, exact, ca }: Target,
  { request, answer, holds, identified = false }: Workload,
): Promise<void> {
  const dispatcher = new Agent({ connect: { ...(ca !== undefined && { ca }) } })
  const options = { method: 'POST', headers: HEADERS, body: oneOf(request), dispatcher } as const
  const { statusCode: status, body } = await ask(url, options)
  const text = await body.text()
  await dispatcher.close()
  if (status !== 200 || (exact && !identified ? text !== answer : !text.includes(holds))) {
    throw new Error(`${name} answered ${status}: ${text.slice(0, 500)}`)
  }
}

/** @returns a request with an identity that no other has */
function oneOf(request: string): string {
  return request.replace(IDENTITY, randomUUID())
}

export async function load(
  target: Target,
  workload: Workload,
  connections: number,
  seconds: number,
): Promise<Slice> {
  const before = cpuTimeOf(target.pid)
  // wrk has one body for all requests.
  const made = workload.identified ? byAutocannon : BY
  const { answers, lost, ...times } = await made(target, workload, connections, seconds)
  const after = cpuTimeOf(target.pid)
  if (lost !== '' || answers < 2) throw new Error(`${target.name}: ${answers} answers${lost}`)
  const cpu = before === undefined || after === undefined ? undefined : (after - before) / answers
  return { ...times, cpu }
}

interface Made extends Omit<Slice, 'cpu'> {
  readonly answers: number
  /** What went wrong, in words. */
  readonly lost: string
}

const BY = HAS_WRK ? byWrk : byAutocannon

async function byWrk(
  { url, closes }: Target,
  { request }: Workload,
  connections: number,
  seconds: number,
): Promise<Made> {
  const { requests, duration, p50, p99, ...wrong } = await loadByWrk(
    url,
    request,
    connections,
    seconds,
  )
  return {
    requestsPerSecond: requests / (duration / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    answers: requests,
    lost: lostOf(wrong, closes),
  }
}

async function byAutocannon(
  { url, closes }: Target,
  { request, identified = false }: Workload,
  connections: number,
  seconds: number,
): Promise<Made> {
  const times: number[] = []
  let first = 0
  let last = 0
  const run = autocannon({
    url,
    method: 'POST',
    headers: HEADERS,
    body: request,
    connections,
    duration: seconds,
    ...(identified && {
      requests: [{ setupRequest: (one: object) => ({ ...one, body: oneOf(request) }) }],
    }),
    sampleInt: 100,
  })
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    last = performance.now()
    first ||= last
    times.push(milliseconds)
  })
  const { errors, timeouts, non2xx: refused } = await run
  times.sort((a, b) => a - b)
  return {
    // The first answer only starts the clock.
    requestsPerSecond: ((times.length - 1) / (last - first)) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    answers: times.length,
    lost: lostOf({ errors, timeouts, refused }, closes),
  }
}

function lostOf(
  { errors, timeouts, refused }: Pick<Counts, 'errors' | 'timeouts' | 'refused'>,
  closes: boolean,
): string {
  const lost = closes ? 0 : errors
  if (lost + timeouts + refused === 0) return ''
  return `, ${errors} errors, ${timeouts} timeouts, ${refused} not 2xx`
}

/** So many requests, as fast as they are answered. */
export async function many(
  { name, url }: Target,
  { request }: Workload,
  connections: number,
  amount: number,
): Promise<void> {
  const run = autocannon({
    url,
    method: 'POST',
    headers: HEADERS,
    body: request,
    connections,
    amount,
  })
  const { errors, timeouts, non2xx } = await run
  if (errors + timeouts + non2xx > 0) throw new Error(`${name} did not answer all of ${amount}`)
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
