/** A node on the way as a gateway to the destination `next`, with alice and bob as peers and a pair of its own. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { ForwardMode } from '../../../src/path/parts/onward.js'
import type { Evidence } from '../../../src/security/evidence.js'
import type { OutboundMessage, Peer, Transport } from '../../../src/transport.js'
import { folderOf } from '../folder.js'
import { marking } from '../nodes/marking.js'
import { makeNode } from '../nodes/node.js'
import { onwardTo } from '../nodes/onward.js'
import type { People } from './forge/letter.js'

/** A gateway whose next node answers with what `answer` gives for the request. */
export function gateway(
  t: ExecutionContext,
  people: People,
  mode: ForwardMode,
  policies: readonly object[],
  answer: (request: OutboundMessage) => string,
  more: GatewaySettings = {},
) {
  const sent: OutboundMessage[] = []
  const transport: Transport = {
    name: 'next',
    schemes: ['next'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send(message) {
      sent.push(message)
      return {
        kind: 'envelope',
        origin: { transport: 'next', peer: more.peer ?? {} },
        mediaType: 'text/xml',
        body: Buffer.from(answer(message)),
        attachments: [],
      }
    },
  }
  const onward = onwardTo('next:node', mode)
  const node = makeNode(
    { t: marking().plugin },
    {
      transports: [transport],
      findRoute: (...message) => {
        const found = onward(...message)
        return found && { ...found, destination: 'next' }
      },
      settings: gatewaySettings(t, people, policies, more),
      bounds: MANY_BLOCKS,
      ...(more.evidence && { evidence: more.evidence }),
    },
  )
  t.teardown(() => node.queue.close())
  return { ...node, sent }
}

/** More header blocks than one signature covers. */
export const MANY_BLOCKS = { limits: { headerBlocks: 100 } }

interface GatewaySettings {
  /** Of bob, whose node the destination is. */
  readonly bob?: object
  readonly url?: string
  /** What the connection to the next node shows of it. Default: nothing. */
  readonly peer?: Peer
  /** Default: none is kept. */
  readonly evidence?: Evidence
}

export function gatewaySettings(
  t: ExecutionContext,
  people: People,
  policies: readonly object[],
  { bob: more = {}, url = 'http://127.0.0.1:9/' }: GatewaySettings = {},
) {
  const { alice, bob, neighbour } = people
  const folder = folderOf(t, {
    'alice.pem': alice.pem,
    'bob.pem': bob.pem,
    'node.pem': neighbour.pem,
    'node-key.pem': neighbour.keyPem,
  })
  const file = (name: string) => join(folder, name)
  const signs = (name: string) => ({ signs: { certificates: [file(name)] } })
  return [
    'node.uri=urn:example:between',
    `destinations={"next":{"url":"${url}"}}`,
    `security.certificate=${file('node.pem')}`,
    `security.key=${file('node-key.pem')}`,
    `security.peers=${JSON.stringify({ alice: signs('alice.pem'), bob: { ...signs('bob.pem'), ...more } })}`,
    `security.policies=${JSON.stringify(policies)}`,
    'queue.retry={"attempts":1}',
  ]
}
