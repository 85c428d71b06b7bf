/** Reads a request: first its head, then its body if there is room for it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AttachmentBounds,
  type InboundMessage,
  type Peer,
  type Spool,
  SpoolUnavailable,
} from '#transport'
import { awaitsContinue, contentCoding, decode } from '../protocol/decode.js'
import { HttpRefusal } from '../protocol/status.js'
import type { HttpSection } from '../section/section.js'
import { declaredLength, readBody } from './body.js'
import type { HeldBody } from './body-memory.js'
import { readRelated, reserve, withRelated } from './related.js'

/** What one request may use. */
export interface RequestResources {
  readonly options: HttpSection
  readonly bounds: AttachmentBounds
  readonly held: HeldBody
  readonly spool: Spool
}

/**
 * @throws HttpRefusal
 * @throws SpoolUnavailable
 * @throws PeerGone
 */
export async function readMessage(
  request: IncomingMessage,
  response: ServerResponse,
  peer: Peer,
  { options, bounds, held, spool }: RequestResources,
): Promise<InboundMessage> {
  const { maxBody } = options
  const head = decode(request, options, peer, bounds)
  const coding = contentCoding(request)
  const related = head.kind === 'envelope' ? head.related : undefined
  const resources = { maxBody, bounds, held, spool }
  // Before the body is asked for: what does not fit is not read.
  if (related === undefined) held.hold(declaredLength(request))
  else reserve(request, resources)
  if (awaitsContinue(request)) response.writeContinue()
  if (head.kind === 'envelope' && related !== undefined) {
    const { body, ...rest } = await readRelated(request, related, coding, resources)
    return { ...withRelated(head, rest), body, spool }
  }
  const body = await readBody(request, coding, maxBody, held)
  return head.kind === 'envelope' ? Object.assign(head, { body, spool }) : head
}

/** Seconds after which a sender whose attachments had no room may try again. */
const RETRY_AFTER = '5'

/** The refusal that an error means; undefined for an error that means none. */
export function refusalFor(error: unknown): HttpRefusal | undefined {
  if (error instanceof HttpRefusal) return error
  if (!(error instanceof SpoolUnavailable)) return undefined
  // RFC 9110 §15.6.4
  return new HttpRefusal(503, error.message, { 'Retry-After': RETRY_AFTER })
}
