/** A line of nodes with clients over HTTP and by mail, and what each node logged of each message. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bodyOf, MailClient } from '../support/mail/client.js'
import {
  actorAt,
  type ChainOfDaemons,
  chainOfDaemons,
  domainOf,
  type NodeAddresses,
  type NodeOfChain,
} from '../support/nodes/chain-of-daemons.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { ask, type Heard, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'

export type Leg = 'http' | 'mail'
export type Soap = '1.1' | '1.2'

export const RECORD = '{urn:example:ledger}Record'
const WAY = fileURLToPath(new URL('way-plugin.js', import.meta.url))

type Line = Record<string, unknown>

/** A message that was sent, known by its trace in the logs of all nodes. */
export interface Sent {
  readonly trace: string
  /** By HTTP the response, by mail the reply. */
  readonly answer: () => Promise<Heard>
}

export class LineOfNodes {
  readonly chain: ChainOfDaemons
  readonly legs: readonly Leg[]
  readonly #client: MailClient

  private constructor(chain: ChainOfDaemons, legs: readonly Leg[], client: MailClient) {
    this.chain = chain
    this.legs = legs
    this.#client = client
  }

  /** @param legs  what the nodes are linked by, the first with the second and so on */
  static async start(
    t: { teardown(clean: () => void | Promise<void>): void },
    legs: readonly Leg[],
  ): Promise<LineOfNodes> {
    const client = new MailClient()
    const domains = { 'client.example': client.destination }
    const describe = (addresses: NodeAddresses) =>
      Array.from({ length: legs.length + 1 }, (_, index) => nodeAt(index, legs, addresses))
    const chain = await chainOfDaemons(t, legs.length + 1, describe, domains)
    return new LineOfNodes(chain, legs, client)
  }

  get last(): number {
    return this.legs.length
  }

  /** Sends a message to the first node. */
  send(way: Leg, soap: Soap, body: string, header = ''): Sent {
    const trace = randomBytes(16).toString('hex')
    const headers = { traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01` }
    const envelope = soap === '1.1' ? soap11(body, header) : soap12(body, header)
    const type = soap === '1.1' ? TEXT_XML : SOAP_XML
    if (way === 'http') {
      const heard = ask(this.chain.nodes[0]?.url ?? '', envelope, { type, headers })
      return { trace, answer: () => heard }
    }
    const to = `bus@${domainOf(0)}`
    const fields = { 'Content-Type': type, ...headers }
    const id = this.#client.post(this.chain.office, to, envelope, fields)
    return { trace, answer: () => this.#client.answerTo(id) }
  }

  /** Lines of a node's log about a message. */
  lines(index: number, trace: string): readonly Line[] {
    return this.chain.nodes[index]?.log.filter(({ traceId }) => traceId === trace) ?? []
  }

  /** How often a message, or the same again, has come to a node. */
  arrivals(index: number, trace: string): number {
    return this.lines(index, trace).filter(isArrival).length
  }

  /** The envelope of a message as it came to a node; empty if it did not. */
  received(index: number, trace: string): string {
    const { links, office } = this.chain
    const letter = office.letters.find(
      ({ to, content }) =>
        to.endsWith(domainOf(index)) && content.includes(trace) && !/^In-Reply-To:/im.test(content),
    )
    const text = letter ? bodyOf(letter) : (links[index]?.sent ?? '')
    const [envelope = ''] =
      /<s:Envelope.*?<\/s:Envelope>/s.exec(letter ? text : text.slice(text.indexOf(trace))) ?? []
    return envelope
  }

  /** Waits until a node has done with a message that came to it. */
  async arrival(index: number, trace: string): Promise<void> {
    await this.chain.nodes[index]?.logged((line) => line.traceId === trace && isArrival(line))
  }
}

/** True for the line of a message that came: not of its runs from the queue, nor of an answer to it. */
export function isArrival({ msg, attempt, answers }: Line): boolean {
  return msg === 'exchange' && attempt === undefined && answers === undefined
}

function nodeAt(index: number, legs: readonly Leg[], addresses: NodeAddresses): NodeOfChain {
  const last = legs.length
  const leg = legs[index]
  const back = Array.from({ length: last }, (_, other) => actorAt(other))
  const options = { actor: actorAt(index), ...(index === last && { back }) }
  const ledger = { use: 'ledger', options: { file: join(addresses.folder, 'ledger.jsonl') } }
  return {
    // The first one takes the mail of clients.
    mail: index === 0 || leg === 'mail' || legs[index - 1] === 'mail',
    config: {
      plugins: [{ use: WAY, options }, ...(index === last ? [{ use: 'calculator' }, ledger] : [])],
      ...(leg && { routes: routesTo(leg, index + 1, addresses) }),
    },
  }
}

/** What has no answer is not waited for where it goes by mail. */
function routesTo(leg: Leg, index: number, addresses: NodeAddresses): readonly object[] {
  if (leg === 'http') return [{ to: addresses.http(index) }]
  const to = addresses.mail(index)
  return [{ operation: RECORD, to, mode: 'store' }, { to }]
}
