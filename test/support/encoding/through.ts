/** Writes values as the Body of an envelope, and reads them back from its text. */
import { Codec, type Encoding } from '../../../src/contract/encoding/codec.js'
import type { Values } from '../../../src/plugin.js'
import { parseEnvelope } from '../../../src/soap/envelope.js'
import { SOAP_11, SOAP_12, SoapVersions } from '../../../src/soap/version.js'
import { writeEnvelope } from '../../../src/soap/write-envelope.js'
import { NO_XML_LIMITS } from '../../../src/xml/limits.js'
import { atOnce } from '../../../src/xml/walk.js'

export const ENC11 = 'http://schemas.xmlsoap.org/soap/encoding/'
export const ENC12 = 'http://www.w3.org/2003/05/soap-encoding'

const VERSIONS = new SoapVersions()
const LIMITS = { ...NO_XML_LIMITS, headerBlocks: 64, header: 256 * 1024 }

export function written(
  values: Values,
  encoding: Encoding['encoding'],
  codec = new Codec(),
  name = '{urn:g}Graph',
  more: Partial<Encoding> = {},
): string {
  const version = encoding === '1.1' ? SOAP_11 : SOAP_12
  const entries = atOnce(codec.writing(name, values, { encoding, version, ...more }))
  return writeEnvelope(version, [], entries)
}

export function read(envelope: string, codec = new Codec()): Values {
  const decoded = atOnce(codec.reading(parseEnvelope(envelope, VERSIONS, LIMITS)))
  if (!decoded) throw new Error('Body is empty')
  return decoded.values
}

/** An envelope with prefixes that tests use: `x`, `i`, `e` for the encoding, `g` for `urn:g`. */
export function envelope(encoding: Encoding['encoding'], body: string, header = ''): string {
  const [ns, enc] = encoding === '1.1' ? [SOAP_11.namespace, ENC11] : [SOAP_12.namespace, ENC12]
  const declared = `xmlns:s="${ns}" xmlns:e="${enc}" xmlns:g="urn:g" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`
  const head = header === '' ? '' : `<s:Header>${header}</s:Header>`
  return `<s:Envelope ${declared}>${head}<s:Body>${body}</s:Body></s:Envelope>`
}
