/** The names of the types and elements that the documents of a set declare, before they are components. */
import { type ClarkName, clarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import type { Definitions } from '../definitions/definitions.js'
import type { Reference } from '../definitions/message-parts.js'
import type { SchemaDocument } from '../document.js'
import { partsOf, valueIn } from '../read/values.js'
import { builtInDefinitions } from '../resolve/built-in.js'
import { encodingDocuments } from '../resolve/soap-encoding.js'

export class DeclaredNames {
  readonly #types = new Names([...builtInDefinitions().keys()])
  readonly #elements = new Names()

  /** @param definitions  may name types of the SOAP encodings, which are declared without a document */
  constructor(documents: readonly SchemaDocument[], definitions: Definitions) {
    const encodings = encodingDocuments([...documents, ...definitions.documents])
    for (const { root, namespace } of [...documents, ...encodings]) {
      for (const node of partsOf(root)) {
        const name = { namespace, local: valueIn(node, 'name') ?? '' }
        if (node.local === 'element') this.#elements.add(name)
        else if (node.local.endsWith('Type')) this.#types.add(name)
      }
    }
  }

  /** The type that a part names; undefined if there is none. */
  type({ name, local }: Reference): ClarkName | undefined {
    return this.#types.find(name && ofToday(name), local)
  }

  hasElement(name: ClarkName): boolean {
    return this.#elements.has(name)
  }

  addElement(name: Name): void {
    this.#elements.add(name)
  }

  /** The element that a part names; undefined if there is none. */
  element({ name, local }: Reference): ClarkName | undefined {
    return this.#elements.find(name, local)
  }
}

interface Name {
  readonly namespace: string
  readonly local: string
}

/** Names of one kind. */
class Names {
  readonly #all: Set<ClarkName>
  /** By local name; undefined for one that several namespaces have. */
  readonly #byLocal = new Map<string, ClarkName | undefined>()

  constructor(builtIn: readonly ClarkName[] = []) {
    this.#all = new Set(builtIn)
  }

  add({ namespace, local }: Name): void {
    const name = clarkName({ namespace, local })
    if (this.#all.has(name)) return
    this.#all.add(name)
    this.#byLocal.set(local, this.#byLocal.has(local) ? undefined : name)
  }

  has(name: ClarkName): boolean {
    return this.#all.has(name)
  }

  /** A name whose namespace is wrong stands for the only one that has its local name. */
  find(name: ClarkName | undefined, local: string): ClarkName | undefined {
    return name !== undefined && this.#all.has(name) ? name : this.#byLocal.get(local)
  }
}

/** Namespaces that XML Schema had in its drafts, whose types Axis and its time still name. */
const DRAFTS = ['http://www.w3.org/1999/XMLSchema', 'http://www.w3.org/2000/10/XMLSchema']

/** Types that have another name today. */
const RENAMED: Readonly<Record<string, string>> = {
  timeInstant: 'dateTime',
  uriReference: 'anyURI',
  'ur-type': 'anyType',
}

function ofToday(name: ClarkName): ClarkName {
  const draft = DRAFTS.find((namespace) => name.startsWith(`{${namespace}}`))
  if (draft === undefined) return name
  const local = name.slice(draft.length + 2)
  return `{${XSD_NAMESPACE}}${RENAMED[local] ?? local}`
}
