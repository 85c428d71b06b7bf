/** PUBLIC: reads and writes MIME, for mail and for other transports with parts. */
export { foldedIds, foldedText } from './header-text.js'
export { Headers, HOPS } from './headers.js'
export { MalformedMime } from './malformed.js'
export { isMultipart, type Multipart, multipart, type Transfer } from './multipart.js'
export { type MimeLimits, type Part, readMail } from './read.js'
export { transferEncode } from './transfer-encoding.js'
