/** PUBLIC: MIME read and written once, for mail and for whatever else carries parts. */
export { foldedIds, foldedText } from './header-text.js'
export { Headers, HOPS } from './headers.js'
export { MalformedMime } from './malformed.js'
export { type MimeLimits, type Part, readMail } from './read.js'
export { transferEncode } from './transfer-encoding.js'
