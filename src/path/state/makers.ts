/** The makers of what came and of documents: the first of both, and any that stands in its place. */
import { monotonicTime } from '../../base/time.js'
import type { Attachment, InboundMessage } from '../../message/message.js'
import type { Inclusions } from '../../message/xop/inclusions.js'
import type { Envelope } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import type { ArrivedMessage, Document, Opened } from './values.js'

/** @param more  of a job from the queue, or of an answer on a connection of this node. Default: it is neither */
export function arrivedMessage(
  message: InboundMessage,
  versions: SoapVersions,
  more: Partial<Pick<ArrivedMessage, 'attempt' | 'accepted' | 'plugin' | 'keys' | 'request'>> = {},
): ArrivedMessage {
  const { attempt, accepted, plugin, keys, request } = more
  const version = versions.byMediaType(message.mediaType)
  const began = monotonicTime()
  return Object.freeze({ message, version, began, attempt, accepted, plugin, keys, request })
}

export function documentOf(
  envelope: Envelope,
  inclusions: Inclusions | undefined,
  attachments: readonly Attachment[],
  opened: Opened | undefined,
): Document {
  return { envelope, inclusions, attachments, opened }
}
