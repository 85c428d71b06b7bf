/** Finds the body entry of a message, the parts that it is made up of, and the elements of header blocks and faults. */

import type { DeclaredNames } from '../../../schema/wsdl/declared-names.js'
import type { BoundOperation } from '../../../wsdl/bindings.js'
import type { BoundFault, BoundHeader, BoundMessage } from '../../../wsdl/bound-message.js'
import type { MessagePart } from '../../../wsdl/message-parts.js'
import { type Direction, namespaceOr, rpcEntry } from '../../../wsdl/rpc.js'
import type { ClarkName } from '../../../xml/tree.js'
import { clarkName } from '../../../xml/tree.js'
import type { ContractPart } from '../../contract.js'
import { refuse, said } from './refusal.js'

export interface Entry {
  readonly entry: ClarkName | undefined
  readonly parts: readonly ContractPart[]
}

export class Entries {
  readonly #names: DeclaredNames

  constructor(names: DeclaredNames) {
    this.#names = names
  }

  of(operation: BoundOperation, message: BoundMessage, direction: Direction): Entry {
    const { bound, abstract, unknownParts } = message
    if (!message.message) {
      refuse(abstract, `there is no message ${said(abstract, 'message')}`)
    }
    const [unknown] = unknownParts
    if (unknown !== undefined) {
      refuse(bound ?? abstract, `the message has no part ${unknown}, which is to stand in Body`)
    }
    return operation.style === 'rpc'
      ? this.#rpc(operation, message, direction)
      : this.#document(operation, message)
  }

  /** WSDL 1.1 §3.5: every part is of a type, and appears under the element of the operation. */
  #rpc(operation: BoundOperation, { parts }: BoundMessage, direction: Direction): Entry {
    return {
      entry: clarkName(rpcEntry(operation, direction)),
      parts: parts.map((part) => ({ name: part.name, type: this.#type(part, operation.name) })),
    }
  }

  #type(part: MessagePart, operation: string): ClarkName {
    const { source, name, type, element } = part
    if (type) {
      return this.#names.type(type) ?? refuse(source, `no schema declares the type ${type.qname}`)
    }
    // Basic Profile 1.1 R2203: the parts of an rpc message are given as types.
    const sentence = element
      ? `the operation ${operation} is rpc, and its part ${name} is an element: it has to be a type`
      : `the part ${name} is neither an element nor a type`
    return refuse(source, sentence)
  }

  /** WSDL 1.1 §3.5: the part appears directly under Body. Basic Profile 1.1 R2201: there is one at most. */
  #document({ name }: BoundOperation, { parts, bound, abstract }: BoundMessage): Entry {
    const [first, second] = parts
    if (!first) return { entry: undefined, parts: [] }
    if (second) {
      const names = parts.map((part) => part.name).join(', ')
      const sentence = `the operation ${name} is document, and has several parts for Body: ${names}`
      refuse(bound ?? abstract, sentence)
    }
    const element = this.element(first, `the operation ${name} is document`)
    return { entry: element, parts: [{ name: first.name, element }] }
  }

  /** @param why  what asks for an element */
  element({ source, name, element, type }: MessagePart, why: string): ClarkName {
    if (element) {
      const found = this.#names.element(element)
      return found ?? refuse(source, `no schema declares the element ${element.qname}`)
    }
    const sentence = type
      ? `${why}, and its part ${name} is a type: it has to be an element`
      : `the part ${name} is neither an element nor a type`
    return refuse(source, sentence)
  }

  header(header: BoundHeader): ClarkName {
    const { source, message, part, namespace } = header
    if (!message) refuse(source, `there is no message ${said(source, 'message')}`)
    if (!part) refuse(source, `the message has no part ${said(source, 'part')}`)
    return this.#named(part, namespace, source, 'it is for a header block')
  }

  fault(fault: BoundFault, { source }: BoundOperation): ClarkName {
    const { abstract, message, parts, namespace, name } = fault
    if (!message) refuse(abstract, `there is no message ${said(abstract, 'message')}`)
    const [part] = parts
    // WSDL 1.1 §3.6: the message of a fault has a single part.
    if (!part || parts.length > 1) {
      refuse(
        abstract,
        `the message of the fault ${name} has ${parts.length} parts: it has to have one`,
      )
    }
    return this.#named(part, namespace, source, 'it is for a fault')
  }

  /** What is given as a type is named as its part (WSDL 1.1 §3.6, §3.7). */
  #named(part: MessagePart, namespace: string, at: BoundHeader['source'], why: string): ClarkName {
    if (part.element || !part.type) return this.element(part, why)
    const name = clarkName({ namespace: namespaceOr(namespace, at), local: part.name })
    if (this.#names.hasElement(name)) return name
    return refuse(part.source, `no schema declares the type ${part.type.qname}`)
  }
}
