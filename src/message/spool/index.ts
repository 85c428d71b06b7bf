/** PUBLIC: where bytes are kept that go with messages, until their exchanges have ended. */
export { PathBinary } from './path-binary.js'
export { Spool } from './spool.js'
export {
  ATTACHMENT_BOUNDS,
  type AttachmentBounds,
  attachmentBounds,
  DEFAULT_BOUNDS,
  defaultBounds,
  type SpoolOptions,
  Spools,
} from './spools.js'
export { SpoolUnavailable } from './unavailable.js'
export type { SpoolWriter } from './writer.js'
