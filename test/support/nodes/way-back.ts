/** A node on the way of an answer: from the next node over memory, HTTP or mail, to who has asked. */
import type { ExecutionContext } from 'ava'
import { createLog } from '../../../src/log.js'
import type { Plugin } from '../../../src/plugin.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { MemoryTransport } from '../../../transports/memory/index.js'
import { mailNode } from '../mail/node.js'
import { type Destination, field, postOffice } from '../mail/post-office.js'
import { soap11, soap12 } from '../wire/envelopes.js'
import { flat } from './messages.js'
import { httpHop } from './next-hop.js'
import { makeNode, serveNode } from './node.js'
import { onwardTo } from './onward.js'
import { letterOf, textOfMail, typeOf } from './passage.js'

export interface Answer {
  /** Unique; the request holds it. */
  readonly key: string
  readonly body: string | Uint8Array
  /** Content-Type. Default: that of the version, in UTF-8. */
  readonly type?: string
  readonly soap: '1.1' | '1.2'
}

export interface WayBack {
  /** Asks, has the next node answer, and gives what came back on the connection. */
  ask(answer: Answer): Promise<{ readonly type: string; readonly body: Buffer }>
}

export type OpenWayBack = (
  t: Pick<ExecutionContext, 'teardown'>,
  plugin: Plugin,
  settings: readonly string[],
) => Promise<WayBack>

const LIMITLESS = { maxMailsPerMinute: 1_000_000, maxAnswersPerHour: 1_000_000 }

const requestOf = ({ key, soap }: Answer) =>
  ({ '1.1': soap11, '1.2': soap12 })[soap](`<q:Run xmlns:q="urn:q"><q:n>${key}</q:n></q:Run>`)

/** The answers that are to be given, found by the request. */
class Answers {
  readonly #byKey = new Map<string, Answer>()

  add(answer: Answer): void {
    this.#byKey.set(answer.key, answer)
  }

  to(request: string): Answer {
    const key = /<q:n>([^<]*)<\/q:n>/.exec(request)?.[1] ?? ''
    const found = this.#byKey.get(key)
    if (!found) throw new Error(`no answer to ${request}`)
    return found
  }
}

/** What memory carries is text: its answers are in UTF-8. */
export const backOverMemory: OpenWayBack = async (t, plugin, settings) => {
  const answers = new Answers()
  const next = new MemoryTransport('next', new Map())
  await next.listen(async (message) => {
    const answer = answers.to(Buffer.from(flat(message).body ?? []).toString('utf8'))
    return {
      kind: 'reply',
      message: { soap: answer.soap, body: Buffer.from(answer.body).toString('utf8') },
    }
  })
  t.teardown(() => next.close(AbortSignal.abort()))
  const findRoute = onwardTo('memory:next')
  const node = makeNode({ t: plugin }, { settings, findRoute, transports: [next] })
  return {
    async ask(answer) {
      answers.add(answer)
      const outcome = await node.inject(requestOf(answer))
      if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
      const { soap, body } = outcome.message
      return { type: typeOf(soap), body: Buffer.from(body, 'utf8') }
    },
  }
}

export const backOverHttp: OpenWayBack = async (t, plugin, settings) => {
  const answers = new Answers()
  const next = await httpHop(({ body }) => {
    const answer = answers.to(body)
    const { type = typeOf(answer.soap) } = answer
    return { status: 200, headers: { 'content-type': type }, body: answer.body }
  })
  const node = await serveNode({ t: plugin }, { settings, findRoute: onwardTo(next.url) })
  t.teardown(async () => {
    await node.close()
    await next.close()
  })
  return { ask: asking(node.url, answers) }
}

/** The next node is reached by mail and answers by mail; who has asked waits on an HTTP connection. */
export const backOverMail: OpenWayBack = async (t, plugin, settings) => {
  const answers = new Answers()
  const domains: Record<string, Destination> = {
    'next.example': (letter) => {
      const answer = answers.to(textOfMail(letter.content))
      const to = field(letter, 'Reply-To') ?? ''
      return [
        letterOf({
          id: `<${answer.key}@next.example>`,
          from: 'node@next.example',
          to,
          type: answer.type ?? typeOf(answer.soap),
          body: answer.body,
          fields: { 'In-Reply-To': field(letter, 'Message-ID') },
        }),
      ]
    },
  }
  const office = await postOffice(domains)
  const findRoute = onwardTo('mailto:node@next.example', 'request-reply', 60_000)
  const node = await mailNode({
    relay: office.url,
    settings: LIMITLESS,
    plugins: { t: plugin },
    node: { settings, findRoute },
  })
  domains['bus.example'] = node.port
  const front = new HttpTransport(node.config.http, createLog('silent'))
  await front.listen((message) => node.processor.process(message))
  t.teardown(async () => {
    await front.close(AbortSignal.abort())
    await node.close()
    await office.close()
  })
  return { ask: asking(String(front.listening[0]), answers) }
}

function asking(url: string, answers: Answers): WayBack['ask'] {
  return async (answer) => {
    answers.add(answer)
    // A connection of its own: on a busy machine the node may close an idle one just as it is used again.
    const headers = { 'content-type': typeOf(answer.soap), connection: 'close' }
    const response = await fetch(url, { method: 'POST', headers, body: requestOf(answer) })
    return {
      type: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    }
  }
}
