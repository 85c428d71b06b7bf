/** Two nodes between which messages go sealed: what one sends by its policy, and the other that takes nothing else. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Attachment, OutboundMessage } from '../../../src/message/message.js'
import type { Outcome, Transport } from '../../../src/transport.js'
import { folderOf } from '../folder.js'
import { mark } from '../nodes/marking.js'
import { makeNode } from '../nodes/node.js'
import { onwardTo } from '../nodes/onward.js'
import { soap11 } from '../wire/envelopes.js'
import { type People, people } from './forge/letter.js'

export const ALL = await people()

function filesOf(t: ExecutionContext, { alice, neighbour }: People) {
  const folder = folderOf(t, {
    'gate.pem': neighbour.pem,
    'gate.key': neighbour.keyPem,
    'last.pem': alice.pem,
    'last.key': alice.keyPem,
  })
  return (name: string) => join(folder, name)
}

export interface Sends {
  readonly sign: readonly string[]
  readonly encrypt?: readonly string[]
  readonly cipher?: string
}

/** What a node sends of a message, whose policy for its destination says so. */
export async function sentBy(
  t: ExecutionContext,
  sends: Sends,
  attachments: readonly Attachment[],
  text = 'x',
): Promise<OutboundMessage> {
  const sent: OutboundMessage[] = []
  const transport: Transport = {
    name: 'next',
    schemes: ['next'],
    carriesAttachments: true,
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send(message) {
      sent.push(message)
      return undefined
    },
  }
  const file = filesOf(t, ALL)
  const peers = { last: { signs: { certificates: [file('last.pem')] } } }
  const policy = { destination: 'next', peers: ['last'], sends: { to: 'last', ...sends } }
  const onward = onwardTo('next:node', 'relay')
  const node = makeNode(
    {},
    {
      transports: [transport],
      findRoute: (...message) => {
        const found = onward(...message)
        return found && { ...found, destination: 'next' }
      },
      settings: [
        'node.uri=urn:example:gate',
        'destinations={"next":{"url":"http://127.0.0.1:9/"}}',
        `security.certificate=${file('gate.pem')}`,
        `security.key=${file('gate.key')}`,
        `security.peers=${JSON.stringify(peers)}`,
        `security.policies=${JSON.stringify([policy])}`,
      ],
    },
  )
  const outcome = await node.inject(soap11(mark(text)), { attachments, packaging: 'attachments' })
  await node.queue.close()
  t.is(outcome.kind, 'accepted', contentOf(outcome))
  const [message] = sent
  if (!message) throw new Error('nothing was sent')
  return message
}

/** A node that takes what the other has signed, and has Body and attachments signed. */
export function last(t: ExecutionContext, policy: object = {}) {
  const seen: (readonly Attachment[])[] = []
  const file = filesOf(t, ALL)
  const peers = { gate: { signs: { certificates: [file('gate.pem')] } } }
  const policies = [{ require: 'signature', signed: ['Body', 'Attachments'], ...policy }]
  const operation = {
    name: '{urn:example:marking}Mark',
    safe: true,
    invoke: (_: unknown, exchange: { readonly attachments: readonly Attachment[] }) => {
      seen.push(exchange.attachments)
      return {}
    },
  }
  const node = makeNode(
    { t: { operations: [operation] } },
    {
      settings: [
        `security.certificate=${file('last.pem')}`,
        `security.key=${file('last.key')}`,
        `security.peers=${JSON.stringify(peers)}`,
        `security.policies=${JSON.stringify(policies)}`,
      ],
    },
  )
  t.teardown(() => node.queue.close())
  return { ...node, seen }
}

export const contentOf = (outcome: Outcome) =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind
