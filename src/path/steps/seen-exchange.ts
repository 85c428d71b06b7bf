/** What header handlers and operations see of an exchange and of its message. */
import type { Abortable } from '../../base/ending.js'
import type { Log } from '../../base/log.js'
import { held } from '../../message/answer-attachments.js'
import { cidOf } from '../../message/cid.js'
import type { Attachment, EnvelopeMessage } from '../../message/message.js'
import type { Peer } from '../../message/origin.js'
import type { Exchange } from '../../plugin.js'
import { isCovered, type Tied } from '../../security/verdict.js'
import { ADDRESSING_NAMESPACE, type Addressing } from '../../soap/addressing/addressing.js'
import type { XmlElement } from '../../xml/tree.js'
import type { OpenExchange } from '../exchange.js'
import type { OwnBlocks } from '../own-blocks/table.js'
import type { Taken } from '../state/values.js'

type Seen = Taken<'message' | 'document' | 'understood' | 'verified' | 'valid'>

export class SeenExchange implements Exchange, Abortable {
  readonly id: string
  readonly transport: string
  readonly peer: Peer
  readonly attachments: readonly Attachment[]
  readonly blocks: readonly XmlElement[]
  readonly entry: XmlElement | undefined
  readonly addressing: Addressing | undefined
  readonly sender: string | undefined
  readonly #verdict: Tied
  readonly #own: OwnBlocks
  readonly #message: EnvelopeMessage
  readonly #exchange: OpenExchange
  #signed: Exchange['signed'] | undefined
  #addHeader: Exchange['addHeader'] | undefined
  #attach: Exchange['attach'] | undefined
  #keep: Exchange['keep'] | undefined

  constructor({ message, document, understood, verified, valid }: Seen, exchange: OpenExchange) {
    const { transport, peer } = message.origin
    const { own, blocks } = understood
    this.id = exchange.id
    this.transport = transport
    this.peer = peer
    this.attachments = document.attachments
    this.blocks = blocks.map(({ block }) => block.element)
    this.entry = valid.call?.entry
    this.addressing = own.addressing?.addressing
    this.sender = verified.sender
    this.#verdict = verified.verdict
    this.#own = own
    this.#message = message
    this.#exchange = exchange
  }

  // Functions, which a plugin may take out of this object: each is made when it is asked for.

  get signed(): Exchange['signed'] {
    this.#signed ??= (element) => isCovered(this.#verdict, element)
    return this.#signed
  }

  get addHeader(): Exchange['addHeader'] {
    this.#addHeader ??= (block) => {
      // SOAP Binding §3.2.2: there must not be two of them.
      if (this.#own.addressing && block.namespace === ADDRESSING_NAMESPACE) {
        throw new TypeError('the node addresses this answer itself')
      }
      this.#exchange.addHeader(block)
    }
    return this.#addHeader
  }

  get attach(): Exchange['attach'] {
    this.#attach ??= (attachment) => cidOf(this.#exchange.attached.add(attachment))
    return this.#attach
  }

  get keep(): Exchange['keep'] {
    this.#keep ??= (source) => this.#message.spool?.keep(source) ?? held(source)
    return this.#keep
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
