/** The schemas of the SOAP encodings (SOAP 1.1 §5, SOAP 1.2 Part 2 §3), which contracts refer to without bringing them. */
import { readDocument } from '../../xml/read.js'
import { XSD_NAMESPACE } from '../../xml/tree.js'
import type { SchemaDocument } from '../document.js'
import { builtInTypes } from '../simple/index.js'

export const SOAP_ENCODINGS = {
  '1.1': 'http://schemas.xmlsoap.org/soap/encoding/',
  '1.2': 'http://www.w3.org/2003/05/soap-encoding',
} as const

export function isSoapEncoding(namespace: string): boolean {
  return namespace === SOAP_ENCODINGS['1.1'] || namespace === SOAP_ENCODINGS['1.2']
}

/** Stand in for the documents of the encodings that a set refers to and does not have. */
export function encodingDocuments(
  documents: readonly Pick<SchemaDocument, 'namespace' | 'text'>[],
): readonly SchemaDocument[] {
  return Object.values(SOAP_ENCODINGS)
    .filter((one) => !documents.some(({ namespace }) => namespace === one))
    .filter((one) => documents.some(({ text }) => text.includes(one)))
    .map(encodingDocument)
}

function encodingDocument(namespace: string): SchemaDocument {
  const text = schemaText(namespace)
  const root = readDocument(text)
  return { file: 'soap-encoding.xsd', text, root, namespace, brings: new Map() }
}

/** A name of an encoding is a simple type here: `id` and `href` say how a value is written, and are no part of it. */
function schemaText(namespace: string): string {
  const own = namespace === SOAP_ENCODINGS['1.1'] ? ATTRIBUTES_11 : ATTRIBUTES_12
  // A NOTATION without an enumeration is nobody's type (enumeration-required-notation).
  const names = [...builtInTypes()].map(([local]) => local).filter((local) => !NONE.has(local))
  const types = names.map((local) => simpleType(local, local))
  // SOAP 1.1 §5.2.3: "SOAP defines an array of bytes as a subtype of base64".
  if (!names.includes('base64')) types.push(simpleType('base64', 'base64Binary'))
  return `<xs:schema xmlns:xs="${XSD_NAMESPACE}" xmlns:e="${namespace}" targetNamespace="${namespace}">
    ${own}
    <xs:complexType name="Array">
      <xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      <xs:attributeGroup ref="e:arrayAttributes"/>
      <xs:attributeGroup ref="e:commonAttributes"/>
    </xs:complexType>
    <xs:element name="Array" type="e:Array" nillable="true"/>
    <xs:complexType name="Struct">
      <xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      <xs:attributeGroup ref="e:commonAttributes"/>
    </xs:complexType>
    <xs:element name="Struct" type="e:Struct" nillable="true"/>
    ${types.join('\n    ')}
  </xs:schema>`
}

const NONE: ReadonlySet<string> = new Set(['NOTATION', 'anyType', 'anySimpleType'])

function simpleType(local: string, base: string): string {
  return (
    `<xs:simpleType name="${local}"><xs:restriction base="xs:${base}"/></xs:simpleType>` +
    `<xs:element name="${local}" type="e:${local}" nillable="true"/>`
  )
}

const ATTRIBUTES_11 = `
    <xs:attribute name="root" type="xs:boolean"/>
    <xs:attribute name="arrayType" type="xs:string"/>
    <xs:attribute name="offset" type="xs:string"/>
    <xs:attribute name="position" type="xs:string"/>
    <xs:attributeGroup name="commonAttributes">
      <xs:attribute name="id" type="xs:ID"/>
      <xs:attribute name="href" type="xs:anyURI"/>
      <xs:anyAttribute namespace="##other" processContents="lax"/>
    </xs:attributeGroup>
    <xs:attributeGroup name="arrayAttributes">
      <xs:attribute ref="e:arrayType"/>
      <xs:attribute ref="e:offset"/>
    </xs:attributeGroup>
    <xs:attributeGroup name="arrayMemberAttributes">
      <xs:attribute ref="e:position"/>
    </xs:attributeGroup>
    <xs:group name="Array">
      <xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    </xs:group>
    <xs:group name="Struct">
      <xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    </xs:group>`

/** SOAP 1.2 has no `arrayType`: contracts that were changed from SOAP 1.1 name it anyway. */
const ATTRIBUTES_12 = `
    <xs:attribute name="id" type="xs:ID"/>
    <xs:attribute name="ref" type="xs:IDREF"/>
    <xs:attribute name="itemType" type="xs:QName"/>
    <xs:attribute name="arraySize" type="xs:string"/>
    <xs:attribute name="arrayType" type="xs:string"/>
    <xs:attribute name="nodeType" type="xs:string"/>
    <xs:attributeGroup name="commonAttributes">
      <xs:attribute ref="e:id"/>
      <xs:attribute ref="e:ref"/>
      <xs:attribute ref="e:nodeType"/>
      <xs:anyAttribute namespace="##other" processContents="lax"/>
    </xs:attributeGroup>
    <xs:attributeGroup name="arrayAttributes">
      <xs:attribute ref="e:arraySize"/>
      <xs:attribute ref="e:itemType"/>
      <xs:attribute ref="e:arrayType"/>
    </xs:attributeGroup>`
