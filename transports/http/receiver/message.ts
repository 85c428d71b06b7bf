/** Reads a request: first its head, then its body if there is room for it. */
import type { ServerResponse } from 'node:http'
import {
  type AttachmentBounds,
  type InboundMessage,
  type Peer,
  type Spool,
  SpoolUnavailable,
} from '#transport'
import {
  awaitsContinue,
  contentCoding,
  decode,
  type EnvelopeHead,
  type Fields,
} from '../protocol/decode.js'
import type { FieldsRead } from '../protocol/header-fields.js'
import { HttpRefusal } from '../protocol/status.js'
import type { HttpSection } from '../section/section.js'
import { declaredLength, readBody } from './body.js'
import type { HeldBody } from './body-memory.js'
import { readRelated, reserve, withRelated } from './related.js'

/** What one request may use. */
export interface RequestResources {
  readonly options: HttpSection
  readonly bounds: AttachmentBounds
  readonly fields: Fields
  readonly held: HeldBody
  readonly spool: Spool
}

/**
 * @throws HttpRefusal
 * @throws SpoolUnavailable
 * @throws PeerGone
 */
export function readMessage(
  request: FieldsRead,
  response: ServerResponse,
  peer: Peer,
  resources: RequestResources,
): Promise<InboundMessage> {
  const { options, held, spool } = resources
  const head = decode(request, peer, resources)
  if (head.kind === 'envelope' && head.related !== undefined) {
    return withParts(request, response, { ...head, related: head.related }, resources)
  }
  const coding = contentCoding(request)
  // Before the body is asked for: what does not fit is not read.
  held.hold(declaredLength(request))
  if (awaitsContinue(request)) response.writeContinue()
  return readBody(request, coding, options.maxBody, held).then((body) => {
    if (head.kind !== 'envelope') return head
    head.body = body
    head.spool = spool
    return head
  })
}

async function withParts(
  request: FieldsRead,
  response: ServerResponse,
  head: EnvelopeHead & { readonly related: string },
  { options, bounds, held, spool }: RequestResources,
): Promise<InboundMessage> {
  const { maxBody } = options
  const coding = contentCoding(request)
  const resources = { maxBody, bounds, held, spool }
  reserve(request, resources)
  if (awaitsContinue(request)) response.writeContinue()
  const { body, ...rest } = await readRelated(request, head.related, coding, resources)
  return { ...withRelated(head, rest), body, spool }
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
