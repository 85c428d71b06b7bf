/** Finds the body entry of a message, the parts that it is made up of, and the elements of header blocks and faults. */
import type { ElementDeclaration, SchemaComponents } from '../../../schema/components.js'
import type { BoundOperation } from '../../../schema/definitions/bindings.js'
import type {
  BoundFault,
  BoundHeader,
  BoundMessage,
} from '../../../schema/definitions/bound-message.js'
import type { WsdlSource } from '../../../schema/definitions/definitions.js'
import type { MessagePart, Reference } from '../../../schema/definitions/message-parts.js'
import { type Direction, namespaceOr, rpcEntry } from '../../../schema/definitions/rpc.js'
import type { ReadSet } from '../../../schema/documents.js'
import { DeclaredNames } from '../../../schema/wsdl/declared-names.js'
import type { ClarkName } from '../../../xml/tree.js'
import { clarkName } from '../../../xml/tree.js'
import type { ContractPart } from '../../contract.js'
import { refuse, refuseMissing } from './refusal.js'

export interface Entry {
  readonly entry: ClarkName | undefined
  readonly parts: readonly ContractPart[]
}

export class Entries {
  readonly #schema: SchemaComponents
  readonly #names: DeclaredNames
  readonly #missing: string

  /**
   * @param schema  where everything that the messages name is declared
   * @param set     what it was made of
   */
  constructor(schema: SchemaComponents, { documents, definitions, missing }: ReadSet) {
    this.#schema = schema
    this.#names = new DeclaredNames(documents, definitions)
    // May be why something is not declared.
    this.#missing =
      missing.length === 0 ? '' : `, and there is no document ${missing.slice(0, 3).join(', ')}`
  }

  of(operation: BoundOperation, message: BoundMessage, direction: Direction): Entry {
    const { bound, abstract, unknownParts } = message
    if (!message.message) refuseMissing(abstract, 'message')
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
    const { source } = operation
    const types = parts.map((part) => ({
      name: part.name,
      type: this.#type(part, operation.name),
    }))
    const entry = clarkName(rpcEntry(operation, direction))
    // One that a schema declares, or that another operation has, too, may be of something else.
    if (childrenOf(this.#schema.elements.get(entry)) !== names(types)) {
      refuse(
        source,
        `the entry ${entry} of the operation ${operation.name} cannot be declared: it is taken, or a name in it is no XML name`,
      )
    }
    return { entry, parts: types }
  }

  #type(part: MessagePart, operation: string): ClarkName {
    const { source, name, type, element } = part
    if (type) {
      return this.#names.type(type) ?? this.#undeclared(source, 'type', type)
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
      return found ?? this.#undeclared(source, 'element', element)
    }
    const sentence = type
      ? `${why}, and its part ${name} is a type: it has to be an element`
      : `the part ${name} is neither an element nor a type`
    return refuse(source, sentence)
  }

  header(header: BoundHeader): ClarkName {
    const { source, message, part, namespace } = header
    if (!message) refuseMissing(source, 'message')
    if (!part) refuseMissing(source, 'part')
    return this.#named(part, namespace, source, 'it is for a header block')
  }

  fault(fault: BoundFault, { source }: BoundOperation): ClarkName {
    const { abstract, message, parts, namespace, name } = fault
    if (!message) refuseMissing(abstract, 'message')
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
    return this.#undeclared(part.source, 'type', part.type)
  }

  #undeclared(source: WsdlSource, kind: string, { qname }: Reference): never {
    return refuse(source, `no schema declares the ${kind} ${qname}${this.#missing}`)
  }
}

const names = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name).join()

/** The names of the elements in an entry; undefined if it is no sequence of elements. */
function childrenOf(entry: ElementDeclaration | undefined): string | undefined {
  if (entry?.type.kind !== 'complex') return undefined
  const { content } = entry.type
  if (content.kind === 'empty') return ''
  if (content.kind === 'simple' || !('particles' in content.particle.term)) return undefined
  return content.particle.term.particles
    .map(({ term }) => (term.kind === 'element' ? term.local : ''))
    .join()
}
