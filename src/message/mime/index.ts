/** PUBLIC: reads and writes MIME, for mail and for other transports with parts. */
export { foldedIds, foldedText } from './header-text.js'
export { Headers, HOPS } from './headers.js'
export type { MimeLimits } from './mail-parts.js'
export { MailReader } from './mail-reader.js'
export { MalformedMime, TooMuch } from './malformed.js'
export {
  attachedPiece,
  delimited,
  isMultipart,
  type Multipart,
  multipart,
  type Piece,
  type Transfer,
} from './multipart.js'
export type { Part } from './part.js'
export type { Related, RelatedLimits, RelatedSinks } from './related-parts.js'
export { RelatedReader } from './related-reader.js'
export { RELATED } from './related-type.js'
export { transferEncode } from './transfer-encoding.js'
