/** Answers OPTIONS: which methods an address takes (RFC 9110 §9.3.7); no page of another site may call it (no CORS). */
import type { IncomingMessage } from 'node:http'
import type { HttpAnswer } from '../protocol/encode.js'
import { ANSWERS, HttpRefusal, MESSAGES } from '../protocol/status.js'
import { segments, target } from '../protocol/target.js'
import type { HttpSection } from '../section/section.js'

/**
 * It tells the same for every plugin, there or not.
 *
 * @returns undefined for another method
 * @throws HttpRefusal 404
 */
export function optionsAnswer(
  request: IncomingMessage,
  options: HttpSection,
): HttpAnswer | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const { length } = segments(target(request, options).path, options.basePath)
  if (length > 2) throw new HttpRefusal(404, 'no such path')
  const headers = { Allow: length > 1 ? ANSWERS : MESSAGES, 'Content-Length': 0 }
  return { status: 200, headers, body: '' }
}
