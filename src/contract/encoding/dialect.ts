/** How each of the two encodings writes identifiers and references: what is the same in both stands elsewhere. */
import { SOAP_ENCODINGS } from '../../schema/resolve/soap-encoding.js'
import { attributeOf, trimXml, type XmlElement } from '../../xml/tree.js'

/** Each encoding has the name of the version of SOAP that defines it. */
export type EncodingName = keyof typeof SOAP_ENCODINGS

export interface Dialect {
  readonly name: EncodingName
  /** URI of the encoding, and namespace of its names. */
  readonly uri: string
  /** The identifier of an element. */
  idOf(element: XmlElement): string | undefined
  /** The identifier that an element refers to; undefined for one that is no reference. */
  refOf(element: XmlElement): Reference | undefined
}

export interface Reference {
  /** As it stands in the message. */
  readonly text: string
  /** undefined for what is not in this message. */
  readonly id: string | undefined
}

/** SOAP 1.1 §5.1: "unqualified attributes id of type ID and href of type uri-reference". */
const id11 = (element: XmlElement) => attributeOf(element, '', 'id')

function ref11(element: XmlElement): Reference | undefined {
  const text = attributeOf(element, '', 'href')
  if (text === undefined) return undefined
  const uri = trimXml(text)
  return { text, id: uri.startsWith('#') ? uri.slice(1) : undefined }
}

export const DIALECTS: Readonly<Record<EncodingName, Dialect>> = {
  '1.1': {
    name: '1.1',
    uri: SOAP_ENCODINGS['1.1'],
    idOf: id11,
    refOf: ref11,
  },
  '1.2': {
    name: '1.2',
    uri: SOAP_ENCODINGS['1.2'],
    // SOAP 1.2 Part 2 §3.1.5.1: id, of type xs:ID. Some write the attributes of SOAP 1.1 in SOAP 1.2.
    idOf: (element) => trimmed(attributeOf(element, SOAP_ENCODINGS['1.2'], 'id')) ?? id11(element),
    // SOAP 1.2 Part 2 §3.1.5.2: ref, of type xs:IDREF. Drafts had a URI there.
    refOf: (element) => {
      const text = attributeOf(element, SOAP_ENCODINGS['1.2'], 'ref')
      if (text === undefined) return ref11(element)
      return { text, id: trimXml(text).replace(/^#/, '') }
    },
  },
}

function trimmed(text: string | undefined): string | undefined {
  return text === undefined ? undefined : trimXml(text)
}
