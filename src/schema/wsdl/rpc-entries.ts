/** Declares what rpc messages consist of, which the schemas of a WSDL document do not. */
import { isNcName } from '../../xml/characters.js'
import { type ClarkName, clarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import type { BoundOperation } from '../definitions/bindings.js'
import type { BoundMessage } from '../definitions/bound-message.js'
import type { MessagePart } from '../definitions/message-parts.js'
import { type Direction, namespaceOr, rpcEntry } from '../definitions/rpc.js'
import type { DeclaredNames } from './declared-names.js'
import { MadeSchema } from './made-schema.js'

/**
 * What refers to something that no schema declares is left out: only who needs it finds that out.
 *
 * @returns a schema for each namespace, in the order in which they were needed
 */
export function rpcSchemas(
  operations: readonly BoundOperation[],
  names: DeclaredNames,
): readonly MadeSchema[] {
  const entries = new RpcEntries(names)
  for (const operation of operations) entries.add(operation)
  return [...entries.made.values()]
}

/** SOAP 1.1 §5.1.9 lets any accessor be null; what toolkits give as numbers and truth values of their languages never is. */
const NEVER_NULL: ReadonlySet<ClarkName> = new Set(
  [
    'boolean',
    'byte',
    'decimal',
    'double',
    'float',
    'int',
    'integer',
    'long',
    'short',
    'unsignedByte',
    'unsignedInt',
    'unsignedLong',
    'unsignedShort',
  ].map((local) => clarkName({ namespace: XSD_NAMESPACE, local })),
)

class RpcEntries {
  /** By namespace. */
  readonly made = new Map<string, MadeSchema>()
  readonly #names: DeclaredNames
  readonly #own = new Set<ClarkName>()

  constructor(names: DeclaredNames) {
    this.#names = names
  }

  add(operation: BoundOperation): void {
    const { input, output, faults, source, style } = operation
    if (style === 'rpc') {
      if (input) this.#entry(operation, 'request', input)
      if (output) this.#entry(operation, 'response', output)
    }
    for (const header of [input, output].flatMap((message) => message?.headers ?? [])) {
      for (const { part, namespace } of [header, ...header.faults]) {
        if (part) this.#part(part, namespaceOr(namespace, source))
      }
    }
    for (const { parts, namespace } of faults) {
      for (const part of parts) this.#part(part, namespaceOr(namespace, source))
    }
  }

  /** WSDL 1.1 §3.5: a child for each part, named as the part; Basic Profile 1.1 R2735: it has no namespace. */
  #entry(operation: BoundOperation, direction: Direction, { parts, use }: BoundMessage): void {
    const { namespace, local } = rpcEntry(operation, direction)
    const children = parts.flatMap(({ name, type }) => {
      const found = type && this.#names.type(type)
      const nillable = use === 'encoded' && found !== undefined && !NEVER_NULL.has(found)
      return found !== undefined && isNcName(name) ? [{ name, type: found, nillable }] : []
    })
    if (children.length < parts.length || !isNcName(local)) return
    const name = clarkName({ namespace, local })
    if (this.#own.has(name)) return
    const free = this.#freeName(namespace, local)
    const schema = this.#schemaOf(namespace)
    schema.addEntry(free, children)
    if (free !== local) schema.entries.set(free, local)
    this.#add(namespace, free)
    this.#own.add(name)
  }

  /** What a schema declares under the name of the entry is something else: it describes no message of rpc. */
  #freeName(namespace: string, local: string): string {
    let free = local
    while (this.#names.hasElement(clarkName({ namespace, local: free }))) free = `${free}-rpc`
    return free
  }

  /** A header block or a fault that is given as a type. */
  #part({ name, element, type }: MessagePart, namespace: string): void {
    const found = element || !type ? undefined : this.#names.type(type)
    if (found === undefined || !this.#isNew(namespace, name)) return
    this.#schemaOf(namespace).addElement(name, found)
  }

  /** What a schema declares, or was made before, is not made again. */
  #isNew(namespace: string, local: string): boolean {
    if (!isNcName(local)) return false
    const name = clarkName({ namespace, local })
    if (this.#names.hasElement(name)) return false
    this.#add(namespace, local)
    return true
  }

  #add(namespace: string, local: string): void {
    this.#names.addElement({ namespace, local })
    this.#own.add(clarkName({ namespace, local }))
  }

  #schemaOf(namespace: string): MadeSchema {
    const schema = this.made.get(namespace)
    if (schema) return schema
    const made = new MadeSchema(namespace)
    this.made.set(namespace, made)
    return made
  }
}
