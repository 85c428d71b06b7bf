/** The HTTP status of each outcome and each refusal. */
import type { FaultOutcome, Refusal } from '#transport'

/** A request that is refused without an envelope: a status, and no body unless there is a text for people. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A sentence for whoever made the client; it tells nothing about the node. */
  readonly text: string
  /** True if the log has reported the same a short time ago. */
  again = false

  /** @param reason  for the log, with what came; it is cut and escaped there */
  constructor(
    status: number,
    reason: string,
    headers: Readonly<Record<string, string>> = {},
    text = '',
  ) {
    super(reason)
    this.name = 'HttpRefusal'
    this.status = status
    this.headers = headers
    this.text = text
  }
}

/** RFC 9110 §15.5.6 */
export function methodRefusal(method: string | undefined, allowed: string): HttpRefusal {
  const text =
    method === 'GET' || method === 'HEAD'
      ? 'This address takes SOAP messages by POST. Its WSDL is at ?wsdl, and browsers get a page.'
      : `This address takes ${allowed} only.`
  return new HttpRefusal(405, `method ${method}`, { Allow: allowed }, text)
}

/** Methods of the addresses that take messages, and of those where answers are. */
export const MESSAGES = 'GET, HEAD, OPTIONS, POST'
export const ANSWERS = 'GET, HEAD, OPTIONS'

/** The status of env:Sender by the table of the clause, and the one that clients read which take no envelope with 400. */
export type SenderFaultStatus = 400 | 500

/**
 * SOAP 1.1 §6.2: "In case of a SOAP error while processing the request, the SOAP HTTP server MUST
 * issue an HTTP 500", whichever node is at fault. SOAP 1.2 Part 2 §7.5.2.2 table 20: env:Sender is 400,
 * the others 500.
 */
export function faultStatus(
  { message, code }: FaultOutcome,
  senderFault: SenderFaultStatus = 400,
): number {
  return message.soap === '1.2' && code === 'Client' ? senderFault : 500
}

export function refusalStatus(refusal: Refusal): number {
  switch (refusal) {
    case 'undecodable':
      return 400
    case 'unknown-destination':
    case 'not-retrievable':
    case 'not-described':
    case 'unknown-exchange':
      return 404
    case 'gone':
      return 410
    // RFC 9110 §15.5.2
    case 'unauthenticated':
      return 401
    case 'forbidden':
      return 403
    case 'too-large':
      return 413
    case 'unsupported':
      return 415
    // RFC 6585 §4
    case 'too-many':
      return 429
    case 'unavailable':
    case 'busy':
    case 'paused':
      return 503
  }
}

/** True for statuses after which the rest of the connection cannot be trusted. */
export function closesConnection(status: number): boolean {
  return status === 400 || status === 408 || status === 413 || status === 431
}
