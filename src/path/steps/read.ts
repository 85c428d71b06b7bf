/** Step: bytes to text to tree, within the limits; the namespace of the root tells the version. */
import { then } from '../../base/steps.js'
import { Inclusions } from '../../message/xop/inclusions.js'
import { readingBytes } from '../../xml/read.js'
import type { ProcessorParts } from '../parts/parts.js'
import { longStep } from '../state/step.js'

/** What it needs of the parts of the node. */
export type Reading = Pick<ProcessorParts, 'versions' | 'limits' | 'slices' | 'keys'>

/** @throws Unreadable */
export const read = longStep({
  name: 'read',
  takes: ['arrival', 'message'],
  gives: 'tree',
  run({ arrival, message }, exchange, { versions, limits, slices, keys }: Reading) {
    // XOP §4: only a message that says so has Include elements that stand for text.
    const inclusions = message.packaging === 'xop' ? new Inclusions(message.attachments) : undefined
    const watch = keys?.finder()
    const beside = { include: inclusions?.include, watch }
    return then(slices.run(readingBytes(message, limits, beside), exchange), ({ source, root }) => {
      const version = versions.byNamespace(root.namespace) ?? arrival.version
      return { source, root, version, inclusions, found: watch?.found }
    })
  },
})
