/** Turns away what a page of another site makes a browser send. */
import type { IncomingHttpHeaders } from 'node:http'
import { urlIn } from '../../../base/url-in.js'
import { Refused } from '../refused.js'

const LOOKING = ['GET', 'HEAD']

/** @throws Refused 403 */
export function checkSite({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw elsewhere()
  if (origin !== undefined && !isOwn(origin, host)) throw elsewhere()
}

/**
 * A browser sends a cookie with what any page asks for, and Origin with what changes something: without it,
 * nobody knows which page it was.
 *
 * @throws Refused 403
 */
export function checkOrigin(method: string, { origin }: IncomingHttpHeaders): void {
  if (origin === undefined && !LOOKING.includes(method)) {
    throw new Refused(403, 'expected Origin beside the cookie of a session')
  }
}

function isOwn(origin: string, host: string | undefined): boolean {
  const url = urlIn(origin)
  return url?.origin === origin && url.host === host?.toLowerCase().replace(/:(80|443)$/, '')
}

function elsewhere(): Refused {
  return new Refused(403, 'a page of another site may not ask for this')
}
