/** Step: bytes to text to tree, within the limits; the namespace of the root tells the version. */

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
export async function read(
  admitted: Admitted,
  { signal }: OpenExchange,
  { versions, limits, slices }: ProcessorParts,
): Promise<Read> {
  const { message } = admitted
  const source = decodeText(message.body, message.charset)
  const root = await slices.run(reading(source, limits), signal)
  const version = versions.byNamespace(root.namespace) ?? admitted.version
  return learn(admitted, { source, root, version })
}
