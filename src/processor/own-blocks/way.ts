/** The header handlers of what nodes write on a message's way: the node's own, on the path of all others. */
import type { HeaderHandler } from '../../plugin.js'
import { NEXT } from '../../plugin.js'
import type { LoadedPlugin } from '../../plugins/loaded.js'
import { SoapFault } from '../../soap/fault.js'
import { HOPS, HOPS_PLUGIN, HOPS_SCHEMA } from '../../way/hops.js'
import { TRACE, TRACE_PLUGIN, TRACE_SCHEMA } from '../../way/visits.js'
import { type ClarkName, clarkName } from '../../xml/tree.js'

export interface Routing {
  /** Whether the nodes on a message's way are counted. */
  readonly hops: boolean
  /** Whether a message that asks to be traced is. */
  readonly trace: boolean
}

/**
 * Makes the blocks understood and validated. They are put back as they came: what is added to them is
 * known only when the message is sent on.
 */
export function routingPlugins({ hops, trace }: Routing): readonly LoadedPlugin[] {
  return [
    ...(hops ? [ofBlock(HOPS, HOPS_PLUGIN, HOPS_SCHEMA)] : []),
    ...(trace ? [ofBlock(TRACE, TRACE_PLUGIN, TRACE_SCHEMA)] : []),
  ]
}

function ofBlock(name: ClarkName, plugin: string, schema: URL): LoadedPlugin {
  const handler: HeaderHandler = {
    name,
    actor: NEXT,
    schema,
    process(block, { blocks }) {
      // Which of two was the true one, nobody could say.
      if (blocks.filter((other) => clarkName(other) === name).length > 1) {
        throw new SoapFault({
          code: 'Client',
          scope: 'header',
          reason: `Header holds more than one ${block.local} block.`,
        })
      }
      return block
    },
  }
  return { name: plugin, from: 'waybill', definition: { headers: [handler] } }
}
