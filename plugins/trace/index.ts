/** Handles a Trace header block at every node: notes the message in the log and tells the sender. */
import { definePlugin, element, header, NEXT } from '#plugin'
import type { Trace } from './trace.types.js'

export default definePlugin(() => ({
  headers: [
    header<Trace>({
      name: '{urn:example:trace}Trace',
      actor: NEXT,
      schema: new URL('./trace.xsd', import.meta.url),
      process(trace, exchange, block) {
        exchange.log.info({ trace }, 'traced')
        exchange.addHeader(
          element({ name: '{urn:example:trace}Traced', prefix: 't', children: [trace] }),
        )
        // Returned, so put back for the next node; a handler that returns nothing ends its block.
        return block
      },
    }),
  ],
}))
