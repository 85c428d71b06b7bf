/** Makes nodes in this process that send messages on to each other over HTTP. */
import type { ExecutionContext } from 'ava'
import calculator from '../../../plugins/calculator/index.js'
import { createLog } from '../../../src/log.js'
import type { Plugin } from '../../../src/plugin.js'
import type { OtherBounds } from './bounds.js'
import { type ServedNode, serveNode } from './node.js'
import { onwardTo } from './onward.js'

export interface Links {
  /** Settings of every node. */
  readonly settings?: readonly string[]
  /** Of every node. Default: those that a node has. */
  readonly bounds?: OtherBounds
  /** What all nodes can do; asked of the last one only. Default: calculate. */
  readonly plugin?: Plugin
  /** Where the last one sends messages on to. Default: it is their ultimate receiver. */
  readonly last?: 'first' | URL
}

/**
 * One node for each URI; each sends everything on to the one after it.
 *
 * @returns the nodes in the order of a message's way
 */
export async function chain(
  t: ExecutionContext,
  uris: readonly string[],
  { settings = [], bounds = {}, plugin, last }: Links = {},
): Promise<readonly ServedNode[]> {
  const urls: URL[] = []
  const loaded =
    plugin ?? (await calculator({ options: {}, folder: '.', log: createLog('silent') }))
  const nodes: ServedNode[] = []
  for (const [index, uri] of uris.entries()) {
    const node = await serveNode(
      { t: loaded },
      {
        settings: [...settings, `node.uri=${uri}`],
        bounds,
        findRoute: (envelope, message, facts) => {
          const to = urls[index + 1] ?? (last === 'first' ? urls[0] : last)
          return to && onwardTo(to.href)(envelope, message, facts)
        },
      },
    )
    t.teardown(() => node.close())
    urls.push(new URL(node.url))
    nodes.push(node)
  }
  return nodes
}
