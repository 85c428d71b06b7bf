/** Step: bytes to text to tree, within the limits; the namespace of the root tells the version. */

import { ready, type Steps } from '../base/steps.js'
import { decodeText } from '../xml/charset.js'
import { reading } from '../xml/read.js'
import type { XmlElement } from '../xml/tree.js'
import { Inclusions } from '../xop/inclusions.js'
import type { Admitted } from './admit.js'
import type { OpenExchange } from './exchange.js'
import { learn } from './learn.js'
import type { ProcessorParts } from './parts.js'

export interface Read extends Admitted {
  readonly source: string
  /** Its positions are offsets into `source`. */
  readonly root: XmlElement
  /** What stands for text in it; undefined if nothing may. */
  readonly inclusions: Inclusions | undefined
}

/** @throws Unreadable */
export function* read(
  admitted: Admitted,
  exchange: OpenExchange,
  { versions, limits, slices }: ProcessorParts,
): Steps<Read> {
  const { message } = admitted
  const source = decodeText(message.body, message.charset)
  // XOP §4: only a message that says so has Include elements that stand for text.
  const inclusions = message.packaging === 'xop' ? new Inclusions(message.attachments) : undefined
  const walk = reading(source, limits, 'refused', inclusions?.include)
  const root = yield* ready(slices.run(walk, exchange))
  const version = versions.byNamespace(root.namespace) ?? admitted.version
  return learn(admitted, { source, root, version, inclusions })
}
