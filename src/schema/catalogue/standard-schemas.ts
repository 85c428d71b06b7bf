/** The standard schemas that contracts import from the network, where nothing is fetched: they stand in this package. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decodeText } from '../../xml/charset.js'
import { readDocument } from '../../xml/read.js'
import { XML_NAMESPACE } from '../../xml/tree.js'
import type { SchemaDocument } from '../document.js'

interface StandardSchema {
  readonly namespace: string
  readonly file: string
  /** Where else it is looked for than at its namespace, without the scheme and a `/` at the end. */
  readonly locations: readonly string[]
}

const existing = (
  file: string,
  namespace: string,
  ...locations: readonly string[]
): StandardSchema => ({
  namespace,
  file,
  locations: [barely(namespace), ...locations],
})

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity'

/** Each behind those that it imports. */
const ALL: readonly StandardSchema[] = [
  existing(
    'xml.xsd',
    XML_NAMESPACE,
    ...['2001/xml.xsd', '2001/03/xml.xsd', '2004/10/xml.xsd', '2005/08/xml.xsd'].map(atW3c),
    ...['2007/08/xml.xsd', '2009/01/xml.xsd'].map(atW3c),
  ),
  existing('xop-include.xsd', 'http://www.w3.org/2004/08/xop/include'),
  existing('xmime.xsd', 'http://www.w3.org/2005/05/xmlmime'),
  existing('xmime-200411.xsd', 'http://www.w3.org/2004/11/xmlmime'),
  existing(
    'swaref.xsd',
    'http://ws-i.org/profiles/basic/1.1/xsd',
    'ws-i.org/profiles/basic/1.1/swaref.xsd',
  ),
  existing('soap11-envelope.xsd', 'http://schemas.xmlsoap.org/soap/envelope/'),
  existing('soap12-envelope.xsd', 'http://www.w3.org/2003/05/soap-envelope'),
  existing(
    'ws-addr-200408.xsd',
    'http://schemas.xmlsoap.org/ws/2004/08/addressing',
    'schemas.xmlsoap.org/ws/2004/08/addressing/addressing.xsd',
  ),
  existing(
    'ws-addr.xsd',
    'http://www.w3.org/2005/08/addressing',
    ...['2006/03/addressing/ws-addr.xsd', '2005/08/addressing/ws-addr.xsd'].map(atW3c),
  ),
  existing(
    'xmldsig-core-schema.xsd',
    'http://www.w3.org/2000/09/xmldsig#',
    ...['2000/09/xmldsig', 'TR/xmldsig-core/xmldsig-core-schema.xsd'].map(atW3c),
    atW3c('TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd'),
    atW3c('TR/2008/REC-xmldsig-core-20080610/xmldsig-core-schema.xsd'),
  ),
  existing(
    'xenc-schema.xsd',
    'http://www.w3.org/2001/04/xmlenc#',
    ...['2001/04/xmlenc', 'TR/xmlenc-core/xenc-schema.xsd'].map(atW3c),
    atW3c('TR/2002/REC-xmlenc-core-20021210/xenc-schema.xsd'),
  ),
  existing('oasis-200401-wss-wssecurity-utility-1.0.xsd', `${WSS}-utility-1.0.xsd`),
  existing('oasis-200401-wss-wssecurity-secext-1.0.xsd', `${WSS}-secext-1.0.xsd`),
]

function atW3c(path: string): string {
  return `www.w3.org/${path}`
}

/** Over http and https it is the same document. */
function barely(location: string): string {
  return location.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

const FOLDER = new URL('./schemas/', import.meta.url)

/** The namespace of what usually stands at a location; undefined for any other. */
export function namespaceAt(location: string): string | undefined {
  if (!/^https?:/.test(location)) return undefined
  const bare = barely(location)
  return ALL.find(({ locations }) => locations.includes(bare))?.namespace
}

/** The schema of a namespace, read again; undefined for any other. */
export function standardSchema(namespace: string): SchemaDocument | undefined {
  const found = ALL.find((one) => one.namespace === namespace)
  if (!found) return undefined
  const file = fileURLToPath(new URL(found.file, FOLDER))
  const text = decodeText(readFileSync(file))
  return { file, text, root: readDocument(text), namespace, brings: new Map(), origin: 'known' }
}

/** Those that are built in, each behind those that it imports; then all others, in their order. */
export function standardFirst(documents: readonly SchemaDocument[]): readonly SchemaDocument[] {
  const rank = ({ namespace, origin }: SchemaDocument) =>
    origin === 'known' ? ALL.findIndex((one) => one.namespace === namespace) : ALL.length
  return documents.toSorted((one, other) => rank(one) - rank(other))
}
