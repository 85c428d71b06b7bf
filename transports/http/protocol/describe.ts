/** Reads what a GET asks of an address that takes messages, and where its sender reaches this node. */
import type { DescriptionForm, Peer, RetrievalMessage } from '#transport'
import { type HttpSection, schemeOf } from '../section/section.js'
import { isNamed } from './accept.js'
import type { FieldsRead } from './header-fields.js'
import { isOurs } from './target.js'

/**
 * @param accept  a browser names HTML; for others there is no page, but a 405 (BP 1.1 R1114)
 * @returns undefined for a query that asks for no description
 */
export function formOf(
  [pair, ...more]: RetrievalMessage['parameters'],
  accept: string | undefined,
): DescriptionForm | undefined {
  if (!pair) return isNamed(accept, 'text/html') ? { kind: 'page' } : undefined
  const [name, value] = pair
  // Tools write ?WSDL as well.
  const lower = name.toLowerCase()
  const number = lower === 'wsdl' ? documentNumber(more) : undefined
  if (more.length > 0 && number === undefined) return undefined
  switch (lower) {
    case 'wsdl': {
      const form = wsdl(value)
      return form && { ...form, document: number }
    }
    case 'xsd':
      return NUMBER.test(value) ? { kind: 'schema', number: Number(value) } : undefined
    default:
      return undefined
  }
}

const NUMBER = /^[1-9]\d{0,3}$/

/** `&document=2`: one that the first document of a contract imports. */
function documentNumber([pair, ...more]: RetrievalMessage['parameters']): number | undefined {
  const [name, value = ''] = pair ?? []
  return name === 'document' && more.length === 0 && NUMBER.test(value) ? Number(value) : undefined
}

/** For tools that read the ports of one version of SOAP only, or of HTTP only. */
function wsdl(value: string): Extract<DescriptionForm, { kind: 'wsdl' }> | undefined {
  switch (value) {
    case '':
      return { kind: 'wsdl', ports: 'own' }
    case 'all':
      return { kind: 'wsdl', ports: 'all' }
    case '1.1':
    case '1.2':
      return { kind: 'wsdl', ports: 'own', soap: value }
    default:
      return undefined
  }
}

/**
 * Where the node is reached: what the configuration says, else the host that was asked for if it is known to
 * lead here. Another one never gets into a document: then it is the address of the connection.
 */
export function baseFor(
  { socket, fields: { host = '' } }: FieldsRead,
  options: HttpSection,
  peer: Peer,
): string {
  const { publicUrl, tls, basePath } = options
  if (publicUrl !== undefined) return publicUrl
  const scheme = schemeOf(tls ?? peer.tls)
  const { localAddress = '', localPort } = socket
  const own = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const authority = isOurs(host, socket, options) ? host.toLowerCase() : `${own}:${localPort}`
  return `${scheme}://${authority}${basePath}`
}
