/** Schemas of others that contracts import from the network, where nothing is fetched: those of a few lines that describe attachments. */
import { readDocument } from '../../xml/read.js'
import { XSD_NAMESPACE } from '../../xml/tree.js'
import type { SchemaDocument } from '../document.js'
import { partsOf, valueIn } from '../read/values.js'

/** Stand in for those that a contract imports and does not have. */
export function wellKnownDocuments(
  documents: readonly SchemaDocument[],
): readonly SchemaDocument[] {
  const imported = new Set(documents.filter(({ origin }) => origin).flatMap(importsOf))
  return Object.entries(TEXTS)
    .filter(([one]) => imported.has(one) && !documents.some(({ namespace }) => namespace === one))
    .map(([namespace, inside]) => {
      const text = `<xs:schema xmlns:xs="${XSD_NAMESPACE}" xmlns:t="${namespace}" targetNamespace="${namespace}">${inside}</xs:schema>`
      const root = readDocument(text)
      return { file: 'well-known.xsd', text, root, namespace, brings: new Map() }
    })
}

function importsOf({ root }: SchemaDocument): readonly string[] {
  return partsOf(root).flatMap((node) =>
    node.local === 'import' ? (valueIn(node, 'namespace') ?? []) : [],
  )
}

const binary = (type: string) => `
  <xs:complexType name="${type}">
    <xs:simpleContent>
      <xs:extension base="xs:${type}"><xs:attribute ref="t:contentType"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>`

/** Describing Media Content of Binary Data in XML §3: the media type of binary content, in an attribute. */
const MEDIA = `
  <xs:attribute name="contentType">
    <xs:simpleType>
      <xs:restriction base="xs:string"><xs:minLength value="3"/></xs:restriction>
    </xs:simpleType>
  </xs:attribute>
  <xs:attribute name="expectedContentTypes" type="xs:string"/>
  ${binary('base64Binary')}${binary('hexBinary')}`

/** WS-I Attachments Profile 1.0 §4.4: a URI that refers to an attachment. */
const REFERENCE = `
  <xs:simpleType name="swaRef"><xs:restriction base="xs:anyURI"/></xs:simpleType>`

const TEXTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2005/05/xmlmime': MEDIA,
  'http://www.w3.org/2004/11/xmlmime': MEDIA,
  'http://ws-i.org/profiles/basic/1.1/xsd': REFERENCE,
}
