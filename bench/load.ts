/** Puts one target under load for one slice of time, and fails at the first answer that is wrong. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { Agent, request as ask } from 'undici'
import { cpuTimeOf } from './cpu.js'
import type { Target } from './targets.js'
import { HEADERS, IDENTITY, type Workload } from './workloads.js'

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
  { name, url, pid, closes }: Target,
  { request, identified = false }: Workload,
  connections: number,
  seconds: number,
): Promise<Slice> {
  const times: number[] = []
  let first = 0
  let last = 0
  const before = cpuTimeOf(pid)
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
  const { errors, timeouts, non2xx } = await run
  const after = cpuTimeOf(pid)
  const lost = closes ? 0 : errors
  if (lost + timeouts + non2xx > 0 || times.length < 2) {
    const counts = `${errors} errors, ${timeouts} timeouts, ${non2xx} not 2xx`
    throw new Error(`${name}: ${times.length} answers, ${counts}`)
  }
  times.sort((a, b) => a - b)
  return {
    // The first answer only starts the clock.
    requestsPerSecond: ((times.length - 1) / (last - first)) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: before === undefined || after === undefined ? undefined : (after - before) / times.length,
  }
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
