/** Resolves the QNames by which components refer to each other (§3.15.3). */
import {
  childElements,
  isNamed,
  resolveQName,
  XSD_NAMESPACE,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import type { Source } from '../components.js'
import type { SchemaDocument } from '../document.js'
import { SchemaProblem } from '../problem.js'
import { valueIn } from '../read/values.js'
import { SOAP_ENCODINGS } from './soap-encoding.js'

export interface QualifiedName {
  readonly namespace: string
  readonly local: string
}

export class Names {
  readonly #imported = new Map<SchemaDocument, ReadonlySet<string>>()

  /**
   * What a QName at an element stands for.
   *
   * @throws SchemaProblem with `src-resolve`
   */
  resolve({ document, node }: Source, qname: string): QualifiedName {
    const name = resolveQName(node.scope, qname)
    if (!name) throw new SchemaProblem('src-resolve', `the prefix of ${qname} is not declared`)
    // src-include.2.2: what has no namespace gets that of the document that includes it.
    if (name.namespace === '' && isChameleon(document)) {
      return { namespace: document.namespace, local: name.local }
    }
    return name
  }

  /**
   * As `resolve`, of a component that the document may refer to.
   *
   * @throws SchemaProblem with `src-resolve`
   */
  refer(source: Source, qname: string): QualifiedName {
    const name = this.resolve(source, qname)
    const { namespace } = name
    const { document } = source
    // src-resolve.4: its namespace is that of the document, or is imported there.
    if (namespace === document.namespace || ALWAYS.includes(namespace)) return name
    if (this.#importsOf(document).has(namespace) || document.origin !== undefined) return name
    const which = namespace === '' ? 'what has no namespace' : `the namespace ${namespace}`
    const sentence = `${qname} cannot be referred to: ${which} is not imported in this document`
    throw new SchemaProblem('src-resolve.4', sentence)
  }

  #importsOf(document: SchemaDocument): ReadonlySet<string> {
    const existing = this.#imported.get(document)
    if (existing) return existing
    const imports = childElements(document.root).filter((node) =>
      isNamed(node, XSD_NAMESPACE, 'import'),
    )
    const imported = new Set(imports.map((node) => valueIn(node, 'namespace') ?? ''))
    this.#imported.set(document, imported)
    return imported
  }
}

/** Contracts written for the SOAP encodings name their types without importing them. */
const ALWAYS: readonly string[] = [XSD_NAMESPACE, XSI_NAMESPACE, ...Object.values(SOAP_ENCODINGS)]

/** True for a document without a target namespace of its own that has that of an includer. */
function isChameleon({ root, namespace }: SchemaDocument): boolean {
  return namespace !== '' && valueIn(root, 'targetNamespace') === undefined
}
