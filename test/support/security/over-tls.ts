/** Messages as stacks write them that leave Body to TLS: a certificate signs the Timestamp and wsa:To, and nothing else. */
import { randomUUID } from 'node:crypto'
import { certificates } from './certificates.js'
import { signed } from './forge/sign.js'
import {
  exclusive,
  namespaceOfSoap,
  reference,
  SEC,
  type Soap,
  timestamp,
  token,
  tokenReference,
  toToken,
  WSA,
  WSSE,
  WSU,
  x509Certificate,
  x509Data,
} from './forge/texts.js'

export interface OverTls {
  readonly soap: Soap
  /** `cxf` by TransportBinding with an endorsing token, `wcf` by TransportWithMessageCredential. */
  readonly shape: 'cxf' | 'wcf' | 'soap-dsig'
  /** The body entry. */
  readonly entry: string
  readonly signer?: 'rsa' | 'ec'
  /** Blocks that nobody signs. */
  readonly more?: string
  /** Milliseconds since 1970. */
  readonly at?: number
}

const TO = 'urn:example:to'

export function overTls(options: OverTls): string {
  const { soap, shape, entry, more = '' } = options
  const ns = namespaceOfSoap(soap)
  const { security, to } = shape === 'soap-dsig' ? dsig(options) : wss(options)
  return (
    `<s:Envelope xmlns:s="${ns}"><s:Header>` +
    `<wsa:Action xmlns:wsa="${WSA}">urn:example:act</wsa:Action>` +
    `<wsa:MessageID xmlns:wsa="${WSA}">urn:uuid:${randomUUID()}</wsa:MessageID>` +
    `<wsa:ReplyTo xmlns:wsa="${WSA}"><wsa:Address>${WSA}/anonymous</wsa:Address></wsa:ReplyTo>` +
    `${to}${more}${security}</s:Header><s:Body>${entry}</s:Body></s:Envelope>`
  )
}

interface Written {
  readonly security: string
  readonly to: string
}

/** CXF names prefixes that stand around what it signs, WCF names none; WCF makes To mandatory. */
function wss({ soap, shape, signer = 'rsa', at = Date.now() }: OverTls): Written {
  const { key, certificate } = certificates()[signer]
  const cxf = shape === 'cxf'
  const s = ` xmlns:s="${namespaceOfSoap(soap)}"`
  const time = timestamp(at, 'TS-1')
  const mandatory = cxf ? '' : ` s:mustUnderstand="${soap === '1.1' ? '1' : 'true'}"`
  const written = (declared: string, must: string) =>
    `<wsa:To${declared} xmlns:wsa="${WSA}" xmlns:wsu="${WSU}" wsu:Id="To-1"${must}>${TO}</wsa:To>`
  const declared = ` xmlns:s="${namespaceOfSoap(soap)}" xmlns:wsse="${WSSE}" xmlns:wsu=`
  const references = cxf
    ? [
        reference('#TS-1', time.replace(' xmlns:wsu=', declared), [exclusive('wsse s')]),
        reference('#To-1', written(s, mandatory), [exclusive('s')]),
      ]
    : [reference('#TS-1', time), reference('#To-1', written(s, mandatory))]
  const signature = signed(references, key, tokenReference(toToken('X509-1')))
  return {
    security:
      `<wsse:Security${s} xmlns:wsse="${WSSE}" s:mustUnderstand="1">${time}` +
      `${token(certificate.raw, 'X509-1')}${signature}</wsse:Security>`,
    to: written(cxf ? '' : s, mandatory),
  }
}

function dsig({ soap, signer = 'rsa' }: OverTls): Written {
  const { key, certificate } = certificates()[signer]
  const to = `<wsa:To xmlns:sec="${SEC}" xmlns:wsa="${WSA}" sec:id="To-1">${TO}</wsa:To>`
  const info = x509Data(x509Certificate(certificate.raw))
  const signature = signed([reference('#To-1', to)], key, info)
  const s = ` xmlns:s="${namespaceOfSoap(soap)}"`
  return {
    security: `<sec:Signature xmlns:sec="${SEC}"${s} s:mustUnderstand="1">${signature}</sec:Signature>`,
    to,
  }
}
