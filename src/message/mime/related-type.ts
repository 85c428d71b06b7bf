/** The media type of a multipart message: what its root is, and which part (RFC 2387, XOP §4.1, MTOM §3.2). */
import { MalformedMime } from './malformed.js'
import { readStructured, type Structured } from './structured.js'

export interface RelatedType {
  readonly boundary: string
  /** Media type of the root, in lower case; undefined if it does not say. */
  readonly type: string | undefined
  /** Content-ID of the root, without angle brackets. Default: the first part is the root. */
  readonly start: string | undefined
  /** Media type of what is packaged by XOP, with its parameters. */
  readonly startInfo: Structured | undefined
  readonly action: string | undefined
}

export const RELATED = 'multipart/related'
export const XOP = 'application/xop+xml'

/** @throws MalformedMime */
export function readRelatedType(contentType: string): RelatedType {
  const { value, parameters } = readStructured(contentType)
  if (value !== RELATED) throw new MalformedMime(`it is no ${RELATED}`)
  const start = parameters.get('start')
  const type = parameters.get('type')
  const startInfo = parameters.get('start-info')
  return {
    boundary: parameters.get('boundary') ?? '',
    type: type ? readStructured(type).value : undefined,
    start: start === undefined ? undefined : contentId(start),
    // MTOM of old clients: it is there, and empty.
    startInfo: startInfo ? readStructured(startInfo) : undefined,
    action: parameters.get('action'),
  }
}

/**
 * RFC 2045 §7: an id stands in angle brackets, which some writers leave out.
 *
 * @throws MalformedMime for what no `cid:` URL can name
 */
export function contentId(text: string): string {
  const [, bracketed, bare] = /^(?:<([!-;=?-~]+)>|([!-;=?-~]+))$/.exec(text.trim()) ?? []
  const id = bracketed ?? bare
  if (id === undefined) throw new MalformedMime('a Content-ID that is none')
  return id
}
