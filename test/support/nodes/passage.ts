/** A node on the way between a sender and a next node, over memory, HTTP or mail, byte for byte. */
import type { ExecutionContext } from 'ava'
import { createLog } from '../../../src/log.js'
import type { Plugin } from '../../../src/plugin.js'
import { MEDIA_TYPES } from '../../../src/soap/version.js'
import type { Outcome } from '../../../src/transport.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { MemoryTransport } from '../../../transports/memory/index.js'
import { mailNode } from '../mail/node.js'
import { type Destination, field, type Letter, postOffice } from '../mail/post-office.js'
import { mailOf, receiving } from '../mail/smtp.js'
import { Heard } from '../wire/wire.js'
import { type FlatMessage, flat } from './messages.js'
import { makeNode, serveNode } from './node.js'
import { onwardTo } from './onward.js'

export interface Sent {
  /** Stands in the message as the whole text of an element, and in no other one. */
  readonly key: string
  readonly body: string | Uint8Array
  /** Content-Type. Default: that of SOAP 1.1 in UTF-8. */
  readonly type?: string
  /** Content of SOAPAction; no such field by default. */
  readonly soapAction?: string
}

export interface Landed {
  /** What the next node received for this message, as often as it did. */
  readonly onward: readonly FlatMessage[]
  /** The fault that its sender heard. */
  readonly heard: Heard | undefined
}

export interface Passage {
  send(sent: Sent): Promise<Landed>
  /** Everything that the next node has received. */
  readonly received: readonly FlatMessage[]
}

export type OpenPassage = (
  t: Pick<ExecutionContext, 'teardown'>,
  plugin: Plugin,
  settings?: readonly string[],
) => Promise<Passage>

const LIMITLESS = { maxMailsPerMinute: 1_000_000, maxAnswersPerHour: 1_000_000 }
const ACCEPTED: Outcome = { kind: 'accepted' }

export const overMemory: OpenPassage = async (t, plugin, settings = []) => {
  const received: FlatMessage[] = []
  const next = new MemoryTransport('next', new Map())
  await next.listen(async (message) => {
    received.push(flat(message))
    return ACCEPTED
  })
  t.teardown(() => next.close(AbortSignal.abort()))
  const findRoute = onwardTo('memory:next')
  const node = makeNode({ t: plugin }, { settings, findRoute, transports: [next] })
  return {
    received,
    async send({ key, body, type = 'text/xml; charset=utf-8', soapAction }) {
      const [mediaType = ''] = type.split(';')
      const charset = /; charset=([\w-]+)/.exec(type)?.[1]
      const action = soapAction ?? /; action="(.*)"/.exec(type)?.[1]
      const outcome = await node.inject(body, {
        mediaType,
        ...(charset !== undefined && { charset }),
        ...(action !== undefined && { action }),
      })
      const heard =
        outcome.kind === 'fault' ? new Heard(0, new Headers(), outcome.message.body) : undefined
      return { onward: received.filter(has(key)), heard }
    },
  }
}

export const overHttp: OpenPassage = async (t, plugin, settings = []) => {
  const received: FlatMessage[] = []
  const own = makeNode({}).config.http
  const next = new HttpTransport(own, createLog('silent'))
  await next.listen(async (message) => {
    received.push(flat(message))
    return ACCEPTED
  })
  const findRoute = onwardTo(String(next.listening[0]))
  const node = await serveNode({ t: plugin }, { settings, findRoute })
  t.teardown(async () => {
    await node.close()
    await next.close(AbortSignal.abort())
  })
  return {
    received,
    async send({ key, body, type = 'text/xml; charset=utf-8', soapAction }) {
      const answer = await fetch(node.url, {
        method: 'POST',
        headers: {
          'content-type': type,
          // As in way-back.ts: an idle connection may be closed just as it is used again.
          connection: 'close',
          ...(soapAction !== undefined && { soapaction: `"${soapAction}"` }),
        },
        body,
      })
      const text = await answer.text()
      const heard = text === '' ? undefined : new Heard(answer.status, answer.headers, text)
      return { onward: received.filter(has(key)), heard }
    },
  }
}

/** All mails go through one post office: to the node, on to the next node, and faults to the sender. */
export const overMail: OpenPassage = async (t, plugin, settings = []) => {
  const received: FlatMessage[] = []
  const landing = new Map<string, (landed: Landed) => void>()
  const domains: Record<string, Destination> = {
    'partner.example': (letter) => {
      const key = field(letter, 'In-Reply-To')?.replace(/^<|@.*$/g, '') ?? ''
      const heard = new Heard(0, new Headers(), textOfMail(letter.content))
      landing.get(key)?.({ onward: [], heard })
      return []
    },
  }
  const office = await postOffice(domains)
  const next = await receiving(t, {
    settings: { ...LIMITLESS, domains: ['next.example'], plugins: ['node'], senders: [{}] },
    async receive(message) {
      received.push(flat(message))
      for (const [key, land] of landing) {
        if (has(key)(message)) land({ onward: received.filter(has(key)), heard: undefined })
      }
      return ACCEPTED
    },
  })
  const node = await mailNode({
    relay: office.url,
    settings: LIMITLESS,
    plugins: { t: plugin },
    node: { settings, findRoute: onwardTo('mailto:node@next.example') },
  })
  domains['bus.example'] = node.port
  domains['next.example'] = next.port
  t.teardown(async () => {
    await node.close()
    await office.close()
  })
  return {
    received,
    async send({ key, body, type = 'text/xml; charset=utf-8', soapAction }) {
      const landed = new Promise<Landed>((resolve) => landing.set(key, resolve))
      const letter = letterOf({
        id: `<${key}@partner.example>`,
        from: 'peer@partner.example',
        to: 'calculator@bus.example',
        type,
        body,
        fields: { SOAPAction: soapAction === undefined ? undefined : `"${soapAction}"` },
      })
      office.post(letter)
      try {
        return await landed
      } finally {
        landing.delete(key)
      }
    },
  }
}

const has =
  (key: string) =>
  ({ body }: FlatMessage) =>
    Buffer.from(body ?? []).includes(`>${key}<`)

export interface LetterParts {
  /** Message-ID. */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly type: string
  readonly body: string | Uint8Array
  readonly fields?: Readonly<Record<string, string | undefined>>
}

/** A mail whose bytes no relay changes. */
export function letterOf({ id, from, to, type, body, fields }: LetterParts): Letter {
  const content = mailOf(Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'), {
    From: from,
    To: to,
    'Message-ID': id,
    'Content-Type': type,
    'Content-Transfer-Encoding': 'base64',
    ...fields,
  })
  return { from, to, content: `${content}\r\n` }
}

/** The text of a mail of one part, decoded without any code of this project. */
export function textOfMail(mail: string): string {
  const at = mail.indexOf('\r\n\r\n')
  const body = mail.slice(at + 4)
  if (/^Content-Transfer-Encoding: base64/im.test(mail.slice(0, at))) {
    return Buffer.from(body, 'base64').toString('utf8')
  }
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Media type of an envelope's version, in UTF-8. */
export const typeOf = (soap: '1.1' | '1.2') => `${MEDIA_TYPES[soap]}; charset=UTF-8`

/** Works through items, so many at once. */
export async function few<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
