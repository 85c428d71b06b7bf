/** Nodes over HTTP between which packed messages go: one at the gate that seals what it sends on, and the last one. */
import type { ExecutionContext } from 'ava'
import type { EnvelopeMessage } from '../../../src/message/message.js'
import { factsOf } from '../../../src/security/trust/certificate-facts.js'
import files from '../../fixtures/files/index.js'
import { folderOf } from '../folder.js'
import { type NodeOptions, type ServedNode, serveNode } from '../nodes/node.js'
import { onwardTo } from '../nodes/onward.js'
import { type People, people } from './forge/letter.js'

export const ALL: People = await people()

/** The files of all keys and certificates. */
export function filesOf(t: ExecutionContext) {
  const named = { alice: ALL.alice, gate: ALL.neighbour, last: ALL.node }
  const folder = folderOf(
    t,
    Object.fromEntries(
      Object.entries(named).flatMap(([name, { pem, keyPem }]) => [
        [`${name}.pem`, pem],
        [`${name}.key`, keyPem],
      ]),
    ),
  )
  return (name: string) => `${folder}/${name}`
}

/** Settings of a node that has the key of one, and knows the others. */
export function settingsOf(
  t: ExecutionContext,
  own: 'gate' | 'last',
  policies: readonly object[],
): readonly string[] {
  const file = filesOf(t)
  const peers = Object.fromEntries(
    ['alice', 'gate', 'last']
      .filter((name) => name !== own)
      .map((name) => [name, { signs: { certificates: [file(`${name}.pem`)] } }]),
  )
  return [
    `node.uri=urn:example:${own}`,
    `security.certificate=${file(`${own}.pem`)}`,
    `security.key=${file(`${own}.key`)}`,
    `security.peers=${JSON.stringify(peers)}`,
    `security.policies=${JSON.stringify(policies)}`,
  ]
}

export interface LastNode extends ServedNode {
  /** What it was asked to process. */
  readonly received: readonly EnvelopeMessage[]
}

/** The ultimate receiver of files. */
export async function lastNode(
  t: ExecutionContext,
  policies: readonly object[],
  more: NodeOptions = {},
): Promise<LastNode> {
  const plugin = await files({ options: {}, folder: '.', log: console })
  const node = await serveNode(
    { files: 'operations' in plugin ? plugin : {} },
    { settings: settingsOf(t, 'last', policies), ...more },
  )
  t.teardown(() => node.close())
  const messages: EnvelopeMessage[] = []
  const process = node.processor.process.bind(node.processor)
  node.processor.process = (message) => {
    if (message.kind === 'envelope') messages.push(message)
    return process(message)
  }
  return { ...node, received: messages }
}

/** Says of each message that the client certificate of alice stood behind its connection, as TLS would. */
export function certified(node: ServedNode): void {
  const process = node.processor.process.bind(node.processor)
  const tls = { protocol: 'TLSv1.3', certificate: factsOf(ALL.alice.certificate) }
  node.processor.process = (message) => {
    const { origin } = message
    return process({ ...message, origin: { ...origin, peer: { ...origin.peer, tls } } })
  }
}

/** Sends everything on to the last node. */
export async function gateTo(
  t: ExecutionContext,
  url: string,
  policies: readonly object[],
): Promise<ServedNode> {
  const onward = onwardTo(url)
  const node = await serveNode(
    {},
    {
      findRoute: (...message) => {
        const found = onward(...message)
        return found && { ...found, destination: 'next' }
      },
      settings: [
        ...settingsOf(t, 'gate', policies),
        `destinations=${JSON.stringify({ next: { url } })}`,
      ],
    },
  )
  t.teardown(() => node.close())
  return node
}
