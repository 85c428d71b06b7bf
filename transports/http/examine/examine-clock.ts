/** Compares the clock of this machine with that of a destination, by the Date of its answer to HEAD. */
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { codeOf, type Finding, note, ok, warning } from '#transport'
import { clearTimeout, setTimeout, wallTime } from '#transport/time'

/** Milliseconds that clocks may differ. */
const SKEW = 5_000

/** A Date is of the second that has begun, and some servers write it once a second only. */
const COARSE = 2_000

/** @param socket  connected to the destination; the question goes over it */
export async function examineClock(
  socket: Socket,
  key: string,
  url: URL,
  patience: number,
): Promise<Finding> {
  const requestedAt = wallTime()
  let answer: IncomingMessage
  try {
    answer = await head(socket, url, patience)
  } catch (thrown) {
    return note(
      key,
      `${url.origin} does not answer HEAD (${codeOf(thrown)}): its clock cannot be compared`,
    )
  }
  const date = Date.parse(answer.headers.date ?? '')
  if (Number.isNaN(date)) {
    return note(key, `${url.origin} answers without a Date: its clock cannot be compared`)
  }
  // RFC 9111 §4.2.3: what a cache answers is as old as it says.
  const age = Number(answer.headers.age ?? 0)
  const theirs = date + (age >= 0 ? age : 0) * 1000
  const ahead = requestedAt - (theirs + COARSE)
  const behind = theirs - wallTime()
  if (Math.max(ahead, behind) <= SKEW) {
    return ok(key, `the clock of ${url.origin} and that of this machine agree`)
  }
  const apart = `${Math.round(Math.max(ahead, behind) / 1000)} s ${ahead > behind ? 'ahead of' : 'behind'}`
  return warning(
    key,
    `the clock of this machine is ${apart} that of ${url.origin}`,
    'find out which one is wrong (timedatectl, or chronyc tracking), and let that machine keep time',
  )
}

function head(socket: Socket, url: URL, patience: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'HEAD',
      path: `${url.pathname}${url.search}`,
      headers: { Host: url.host, Connection: 'close' },
      createConnection: () => socket,
    }
    const asking = request(options, resolve)
    const late = Object.assign(new Error(`no answer after ${patience} ms`), { code: 'ETIMEDOUT' })
    const timer = setTimeout(() => asking.destroy(late), patience)
    asking.on('error', reject).on('close', () => clearTimeout(timer))
    asking.end()
  })
}
