/** The limits for one message in the processor. */
import type { EnvelopeLimits } from '../../soap/envelope.js'
import type { XmlLimits } from '../../xml/limits.js'

export interface ProcessorLimits extends XmlLimits, EnvelopeLimits {
  /** Milliseconds that the handlers and the operation of one message may take together. */
  readonly operationTime: number
  /** Bytes of attachments that are loaded into memory for one message. */
  readonly loaded: number
  /** Nodes that may send one message on. Default: any number, and they are not counted. */
  readonly hops?: number | undefined
}
