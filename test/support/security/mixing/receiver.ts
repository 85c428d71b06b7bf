/** A node that takes letters of one kind, tells what each has effected, and has no memory of what came before. */
import { createHash } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import type { Exchange, Plugin } from '../../../../src/plugin.js'
import { HeldBinary } from '../../../../src/xml/binary.js'
import type { XmlElement } from '../../../../src/xml/tree.js'
import { writeElement } from '../../../../src/xml/write.js'
import { T } from '../../nodes/marking.js'
import { MemoryQueue } from '../../nodes/memory-queue.js'
import { type ServedNode, serveNode } from '../../nodes/node.js'
import { files, PASSWORD } from './files.js'
import type { Kind, Letter } from './letters.js'

/** What a message came to: its effect where it was served, else the reason. */
export type Answer =
  | { readonly kind: 'served'; readonly effect: string }
  | { readonly kind: 'refused'; readonly why: string }

export interface Receiver {
  take(letter: Letter): Promise<Answer>
  /** The same, over a socket. */
  takeOverHttp(letter: Letter): Promise<Answer>
}

const EXPECTED = `{${T}}Known`
const SIGNED = ['Body', 'Timestamp', 'Addressing', 'Attachments', EXPECTED]

const POLICIES: Readonly<Record<Kind, object>> = {
  parts: { require: 'signature', signed: SIGNED },
  attachments: { require: 'signature', signed: SIGNED },
  secret: { require: 'signature', signed: SIGNED, encrypted: ['Body'] },
  sealed: { require: 'signature', signed: SIGNED, encrypted: ['Body', 'Attachments'] },
  user: { require: ['signature', 'password'], signed: [...SIGNED, 'UsernameToken'] },
  tied: { require: 'signature', signed: SIGNED },
  endorsed: { require: 'signature', signed: SIGNED },
  // SOAP-DSIG has no Timestamp.
  dsig: { require: 'signature', signed: ['Body', 'Addressing', 'Attachments', EXPECTED] },
}

/** What was remembered of one message would hide what another one is served by. */
class Forgetful extends MemoryQueue {
  override async remember(): Promise<boolean> {
    return true
  }
}

/** @param allow  weak algorithms that the senders may use */
export async function receiver(
  t: ExecutionContext,
  kind: Kind,
  allow: readonly string[] = [],
): Promise<Receiver> {
  const effects: string[] = []
  const plugin: Plugin = {
    operations: [
      {
        name: `{${T}}Mark`,
        safe: true,
        async invoke(_, exchange) {
          effects.push(await effectOf(exchange))
          return {}
        },
      },
    ],
    headers: [{ name: EXPECTED, process: () => undefined }],
  }
  const file = await files(t)
  const peer = (name: string) => ({
    signs: { certificates: [file(`${name}.pem`)] },
    user: name,
    digestPassword: PASSWORD,
    allow,
  })
  const queue = new Forgetful()
  const node: ServedNode = await serveNode(
    { t: plugin },
    {
      queue,
      settings: [
        `security.certificate=${file('last.pem')}`,
        `security.key=${file('last.key')}`,
        `security.peers=${JSON.stringify({ gate: peer('gate'), other: peer('other') })}`,
        `security.policies=${JSON.stringify([POLICIES[kind]])}`,
      ],
    },
  )
  t.teardown(async () => {
    await node.close()
    await queue.close()
  })
  const answered = (status: string, text: string, before: number): Answer => {
    const [effect, more] = effects.splice(0)
    if (more !== undefined) throw new Error('one message had two effects')
    if (effect !== undefined) return { kind: 'served', effect }
    const why = node.log
      .slice(before)
      .map(reasonIn)
      .findLast((reason) => reason !== undefined)
    return { kind: 'refused', why: why ?? /<faultcode>([^<]*)/.exec(text)?.[1] ?? status }
  }
  return {
    async take({ text, parts, soap }) {
      const attachments = parts.map(({ bytes, ...part }) => ({
        ...part,
        content: new HeldBinary(bytes),
      }))
      const mediaType = soap === '1.1' ? 'text/xml' : 'application/soap+xml'
      const before = node.log.length
      const outcome = await node.inject(text, { attachments, packaging: 'attachments', mediaType })
      const stated =
        outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : ''
      return answered(outcome.kind, stated, before)
    },
    async takeOverHttp(letter) {
      const before = node.log.length
      const response = await fetch(node.url, { method: 'POST', ...posted(letter) })
      return answered(String(response.status), await response.text(), before)
    },
  }
}

/** All that an operation is told, as far as somebody vouches for it. */
async function effectOf(exchange: Exchange): Promise<string> {
  const { entry, blocks, attachments, addressing, sender } = exchange
  const files = attachments.map(async ({ id, contentType, content }) => {
    const digest = createHash('sha256').update(await content.bytes())
    return `${id} ${contentType} ${digest.digest('hex')}`
  })
  return JSON.stringify({
    sender,
    entry: entry && contentOf(entry),
    signed: entry && exchange.signed(entry),
    // The order of blocks means nothing (SOAP 1.2 Part 1 §2.6), and no signature of each of them covers it.
    blocks: blocks
      .filter((block) => exchange.signed(block))
      .map(contentOf)
      .sort(),
    attachments: (await Promise.all(files)).sort(),
    messageId: addressing?.messageId,
    relatesTo: addressing?.relatesTo.map((one) => JSON.stringify(one)).sort(),
    from: addressing?.from?.address,
  })
}

const contentOf = (element: XmlElement) => writeElement(element)

function reasonIn({ cause, error, msg }: Record<string, unknown>): string | undefined {
  if (typeof cause === 'string') return cause
  if (typeof error === 'object' && error !== null && 'message' in error)
    return String(error.message)
  return typeof msg === 'string' && msg.includes('refuse') ? msg : undefined
}

const BOUNDARY = 'a-boundary-of-the-mixture'

/** As SwA has it (SOAP Messages with Attachments §3). */
function posted({ text, parts, soap }: Letter): Pick<RequestInit, 'headers' | 'body'> {
  const type = soap === '1.1' ? 'text/xml' : 'application/soap+xml'
  const soapAction = { soapaction: '""' }
  if (parts.length === 0) {
    return { headers: { 'content-type': `${type}; charset=utf-8`, ...soapAction }, body: text }
  }
  const root = `--${BOUNDARY}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-ID: <root@example>\r\n\r\n${text}`
  const portions = parts.flatMap(({ fields, contentType, id, bytes }) => {
    const own = fields ?? [
      ['Content-Type', contentType],
      ['Content-ID', `<${id}>`],
    ]
    const lines = own.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return [Buffer.from(`\r\n--${BOUNDARY}\r\n${lines}\r\n`, 'latin1'), bytes]
  })
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  const contentType = `multipart/related; type="${type}"; start="<root@example>"; boundary=${BOUNDARY}`
  const body = Buffer.concat([Buffer.from(root), ...portions, end])
  return { headers: { 'content-type': contentType, ...soapAction }, body }
}
