/** The limits for one message in the processor: those of the configuration, and those that no key of it changes. */
import { DEFAULT_ENVELOPE_LIMITS, type EnvelopeLimits } from '../../soap/envelope.js'
import { DEFAULT_XML_LIMITS, type XmlLimits } from '../../xml/limits.js'

export interface ProcessorLimits extends XmlLimits, EnvelopeLimits {
  /** Milliseconds that the handlers and the operation of one message may take together. */
  readonly operationTime: number
  /** Bytes of attachments that are loaded into memory for one message. */
  readonly loaded: number
  /** Nodes that may send one message on. Default: any number, and they are not counted. */
  readonly hops?: number | undefined
}

export interface MessageBounds extends XmlLimits, EnvelopeLimits {
  readonly hops: number
}

export const MESSAGE_BOUNDS: MessageBounds = Object.freeze({
  ...DEFAULT_XML_LIMITS,
  ...DEFAULT_ENVELOPE_LIMITS,
  // A longer way is a loop through nodes that write no block: a chain of companies has five nodes or six.
  hops: 16,
})

/** What the configuration says of them. */
interface Settings {
  readonly limits: Pick<ProcessorLimits, 'depth' | 'elements' | 'operationTime'>
  readonly routing: { readonly hops: boolean }
}

/** @param loaded  bytes of attachments in memory */
export function limitsOf(
  { limits, routing }: Settings,
  bounds: MessageBounds,
  loaded: number,
): ProcessorLimits {
  return { ...bounds, ...limits, hops: routing.hops ? bounds.hops : undefined, loaded }
}
