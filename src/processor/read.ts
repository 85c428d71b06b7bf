/** Step: bytes to text to tree, within the limits; the namespace of the root tells the version. */

import { ready, type Steps } from '../base/steps.js'
import { decodeText } from '../xml/charset.js'
import { reading } from '../xml/read.js'
import type { XmlElement } from '../xml/tree.js'
import type { Admitted } from './admit.js'
import type { OpenExchange } from './exchange.js'
import { learn } from './learn.js'
import type { ProcessorParts } from './parts.js'

export interface Read extends Admitted {
  readonly source: string
  /** Its positions are offsets into `source`. */
  readonly root: XmlElement
}

/** @throws Unreadable */
export function* read(
  admitted: Admitted,
  exchange: OpenExchange,
  { versions, limits, slices }: ProcessorParts,
): Steps<Read> {
  const { message } = admitted
  const source = decodeText(message.body, message.charset)
  const root = yield* ready(slices.run(reading(source, limits), exchange))
  const version = versions.byNamespace(root.namespace) ?? admitted.version
  return learn(admitted, { source, root, version })
}
