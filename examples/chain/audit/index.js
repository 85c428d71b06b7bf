/** A plugin for a node on the way: it notes what passes. */
import { definePlugin, elementText } from 'waybill/plugin'

export default definePlugin(({ options: { actor } }) => {
  if (typeof actor !== 'string') throw new TypeError('actor is the URI of an actor of this node')
  return {
    headers: [
      {
        name: '{urn:example:audit}Audit',
        actor,
        schema: new URL('./audit.xsd', import.meta.url),
        process(block, exchange) {
          exchange.log.info({ case: elementText(block).trim() }, 'audited')
          // Nothing is returned: the block was for this node, and the message goes on without it.
        },
      },
    ],
  }
})
