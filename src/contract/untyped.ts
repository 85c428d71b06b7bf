/** Makes the schema of what no schema declares: elements that may hold anything, so that tools can load a description. */
import type { MadeDocument } from '../schema/documents.js'
import { type ClarkName, parseClarkName } from '../xml/tree.js'
import { escapeAttribute } from '../xml/write.js'

/**
 * @param names  of global elements
 * @returns a document for each namespace
 */
export function untypedSchemas(names: ReadonlySet<ClarkName>): readonly MadeDocument[] {
  const byNamespace = new Map<string, string[]>()
  for (const name of names) {
    const { namespace, local } = parseClarkName(name)
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), local])
  }
  return [...byNamespace].map(([namespace, locals]) => ({
    name: `untyped elements of ${namespace || 'no namespace'}`,
    text: schemaOf(namespace, locals),
  }))
}

function schemaOf(namespace: string, locals: readonly string[]): string {
  const target = namespace === '' ? '' : ` targetNamespace="${escapeAttribute(namespace)}"`
  return [
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${target} elementFormDefault="qualified">`,
    ...locals.map(elementOf),
    '</xs:schema>',
  ].join('\n')
}

const elementOf = (local: string) => `  <xs:element name="${local}">
    <xs:complexType>
      <xs:sequence>
        <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>`
