/** What header handlers and operations see of an exchange and of its message. */
import type { Abortable } from '../../base/ending.js'
import type { Log } from '../../base/log.js'
import { held } from '../../message/answer-attachments.js'
import { cidOf } from '../../message/cid.js'
import type { Attachment } from '../../message/message.js'
import type { Peer } from '../../message/origin.js'
import type { Exchange } from '../../plugin.js'
import { isCovered } from '../../security/verdict.js'
import { ADDRESSING_NAMESPACE, type Addressing } from '../../soap/addressing/addressing.js'
import type { XmlElement } from '../../xml/tree.js'
import type { OpenExchange } from '../exchange.js'
import type { Taken } from '../state/values.js'

export class SeenExchange implements Exchange, Abortable {
  readonly id: string
  readonly transport: string
  readonly peer: Peer
  readonly attachments: readonly Attachment[]
  readonly blocks: readonly XmlElement[]
  readonly entry: XmlElement | undefined
  readonly addressing: Addressing | undefined
  readonly sender: string | undefined
  readonly signed: (element: XmlElement) => boolean
  readonly addHeader: (block: XmlElement) => void
  readonly attach: Exchange['attach']
  readonly keep: Exchange['keep']
  readonly #exchange: OpenExchange

  constructor(
    {
      message,
      document,
      understood,
      verified,
      valid,
    }: Taken<'message' | 'document' | 'understood' | 'verified' | 'valid'>,
    exchange: OpenExchange,
  ) {
    const { transport, peer } = message.origin
    const { own, blocks } = understood
    const { sender, verdict } = verified
    this.id = exchange.id
    this.transport = transport
    this.peer = peer
    this.attachments = document.attachments
    this.blocks = blocks.map(({ block }) => block.element)
    this.entry = valid.call?.entry
    this.addressing = own.addressing?.addressing
    this.sender = sender
    this.signed = (element) => isCovered(verdict, element)
    this.addHeader = (block) => {
      // SOAP Binding §3.2.2: there must not be two of them.
      if (own.addressing && block.namespace === ADDRESSING_NAMESPACE) {
        throw new TypeError('the node addresses this answer itself')
      }
      exchange.addHeader(block)
    }
    this.attach = (attachment) => cidOf(exchange.attached.add(attachment))
    this.keep = (source) => message.spool?.keep(source) ?? held(source)
    this.#exchange = exchange
  }

  get log(): Log {
    return this.#exchange.log
  }

  get signal(): AbortSignal {
    return this.#exchange.signal
  }

  throwIfAborted(): void {
    this.#exchange.throwIfAborted()
  }
}
