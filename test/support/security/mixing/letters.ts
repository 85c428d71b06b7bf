/** Honest messages of two peers, as a node of theirs sends them by its policy: each says something that no other one says. */
import type { ExecutionContext } from 'ava'
import type { Attachment, OutboundMessage } from '../../../../src/message/message.js'
import type { Transport } from '../../../../src/transport.js'
import { HeldBinary } from '../../../../src/xml/binary.js'
import { mark, T } from '../../nodes/marking.js'
import { makeNode } from '../../nodes/node.js'
import { onwardTo } from '../../nodes/onward.js'
import { wsa } from '../../wire/addressing.js'
import { envelope, NS11, NS12 } from '../../wire/envelopes.js'
import { files, PASSWORD, type Sender } from './files.js'
import { type Handmade, handmade } from './handmade.js'

/** What a letter carries; a receiver asks for just that. */
export const KINDS = [
  'parts',
  'attachments',
  'secret',
  'sealed',
  'user',
  'dsig',
  'tied',
  'endorsed',
] as const
export type Kind = (typeof KINDS)[number]

export type Soap = '1.1' | '1.2'

/** A message on its way, which anybody may change. */
export interface Letter {
  readonly kind: Kind
  readonly soap: Soap
  readonly text: string
  readonly parts: readonly Part[]
}

export interface Part {
  readonly id: string | undefined
  readonly contentType: string
  readonly fields: Attachment['fields']
  readonly bytes: Uint8Array
}

const EXPECTED = `{${T}}Known`

/** Kinds that this node sends itself; the others are written by hand. */
type Sent = Exclude<Kind, Handmade>

const SENDS: Readonly<Record<Sent, object>> = {
  parts: { sign: ['Body', 'Timestamp', 'Addressing', EXPECTED] },
  attachments: { sign: ['Body', 'Timestamp', 'Addressing', 'Attachments', EXPECTED] },
  secret: { sign: ['Body', 'Timestamp', 'Addressing', EXPECTED], encrypt: ['Body'] },
  sealed: { sign: ['Body', 'Timestamp', 'Attachments'], encrypt: ['Body', 'Attachments'] },
  user: { sign: ['Body', 'Timestamp', 'UsernameToken'], password: PASSWORD },
  dsig: { form: 'soap-dsig', sign: ['Body', 'Addressing', EXPECTED] },
}

/** How many attachments go along: in some more than eight, as a signature once had no more References. */
const ATTACHED: Readonly<Record<Sent, number>> = {
  parts: 0,
  attachments: 9,
  secret: 0,
  sealed: 2,
  user: 0,
  dsig: 0,
}

/** Three of each kind by the first sender, and one by the other: as many as a mixture needs. */
export async function honest(t: ExecutionContext, soap: Soap): Promise<readonly Letter[]> {
  const letters: Letter[] = []
  for (const kind of KINDS) {
    for (const sender of ['gate', 'other'] as const) {
      const count = sender === 'gate' ? 3 : 1
      const made =
        kind === 'tied' || kind === 'endorsed'
          ? await handmade(kind, sender, soap, count)
          : await sentBy(t, sender, kind, soap, count)
      letters.push(...made)
    }
  }
  return letters
}

async function sentBy(
  t: ExecutionContext,
  sender: Sender,
  kind: Sent,
  soap: Soap,
  count: number,
): Promise<readonly Letter[]> {
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
  const file = await files(t)
  const user = kind === 'user' ? { user: sender } : {}
  const sends = { to: 'last', ...SENDS[kind], ...user }
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
        `security.certificate=${file(`${sender}.pem`)}`,
        `security.key=${file(`${sender}.key`)}`,
        `security.peers=${JSON.stringify({ last: { signs: { certificates: [file('last.pem')] } } })}`,
        `security.policies=${JSON.stringify([{ destination: 'next', peers: ['last'], sends }])}`,
      ],
    },
  )
  for (let n = 0; n < count; n += 1) {
    const name = `${sender}-${kind}-${n}`
    const attachments = Array.from({ length: ATTACHED[kind] }, (_, at) => attached(name, at))
    const text = written(name, kind, soap)
    const mediaType = soap === '1.1' ? 'text/xml' : 'application/soap+xml'
    const outcome = await node.inject(text, { attachments, packaging: 'attachments', mediaType })
    if (outcome.kind !== 'accepted') throw new Error(`${name}: ${JSON.stringify(outcome)}`)
  }
  await node.queue.close()
  return Promise.all(sent.map((message) => letterOf(kind, soap, message)))
}

/** Ids are those of every letter, so that what is exchanged may fit. */
function attached(name: string, at: number): Attachment {
  const content = new HeldBinary(Buffer.from(`attachment ${at} of ${name}\r\n`))
  return { contentType: 'text/plain', id: `part-${at}@example`, content }
}

function written(name: string, kind: Sent, soap: Soap): string {
  const namespace = soap === '1.1' ? NS11 : NS12
  const block = `<t:Known xmlns:t="${T}">block of ${name}</t:Known>`
  const addressed = [
    wsa('Action', `urn:example:mark`),
    wsa('MessageID', `urn:example:${name}`),
    wsa('RelatesTo', `urn:example:relates:${name}`),
    wsa('From', wsa('Address', `urn:example:from:${name}`)),
  ]
  // With six blocks of WS-Addressing, the block, the Timestamp and Body there are nine parts.
  const more = Array.from({ length: 2 }, (_, n) => wsa('RelatesTo', `urn:example:${n}:${name}`))
  const header = kind === 'sealed' || kind === 'user' ? '' : [...addressed, ...more, block].join('')
  return envelope(namespace, mark(`body of ${name}`), header)
}

async function letterOf(kind: Kind, soap: Soap, message: OutboundMessage): Promise<Letter> {
  const parts = (message.attachments ?? []).map(async (attachment): Promise<Part> => {
    const { id, contentType, fields, content } = attachment
    return { id, contentType, fields, bytes: await content.bytes() }
  })
  const text = message.body.replace(/^<\?xml[^>]*\?>\s*/, '')
  return { kind, soap, text, parts: await Promise.all(parts) }
}
