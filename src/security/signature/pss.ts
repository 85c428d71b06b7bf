/** The parameters of rsa-pss: only those that are its defaults are taken. */
import { isNamed, trimXml, type XmlElement } from '../../xml/tree.js'
import { DIGESTS } from './digests.js'
import { algorithmOf, isDs, partsOf, refused, textOnly, unsupported } from './shape.js'
import { MORE_2007 } from './uris.js'

const RSA_PSS = `${MORE_2007}rsa-pss`
const MGF1 = `${MORE_2007}MGF1`

/**
 * RFC 9231 §2.3.9: SHA-256, MGF1 with it, a salt of 32 octets and 1 as the trailer.
 *
 * @param parameters  what stands in SignatureMethod
 * @throws SecurityFailure for anything else, such as an HMACOutputLength
 */
export function checkPssParameters(algorithm: string, parameters: readonly XmlElement[]): void {
  const [element, more] = parameters
  // XML Signature §6.3.1: an HMACOutputLength cuts a MAC short, until it can be guessed.
  if (!element || more || algorithm !== RSA_PSS || !isNamed(element, MORE_2007, 'RSAPSSParams')) {
    throw unsupported('SignatureMethod with', element?.local ?? '')
  }
  for (const parameter of partsOf(element, [])) {
    if (isDs(parameter, 'DigestMethod')) checkDigest(parameter)
    else if (isNamed(parameter, MORE_2007, 'MaskGenerationFunction')) checkMask(parameter)
    else if (!isFixed(parameter)) throw unsupported('rsa-pss with', parameter.local)
  }
}

function checkDigest(method: XmlElement): void {
  const digest = algorithmOf(method)
  if (partsOf(method, ['Algorithm']).length > 0) throw refused('DigestMethod has parameters')
  if (DIGESTS.get(digest)?.hash !== 'sha256') throw unsupported('rsa-pss with', digest)
}

function checkMask(mask: XmlElement): void {
  const [digest, more] = partsOf(mask, ['Algorithm'])
  if (algorithmOf(mask) !== MGF1) throw unsupported('rsa-pss with', algorithmOf(mask))
  if (more || (digest && !isDs(digest, 'DigestMethod'))) throw refused('MGF1 has other parameters')
  if (digest) checkDigest(digest)
}

function isFixed(parameter: XmlElement): boolean {
  const wanted = { SaltLength: '32', TrailerField: '1' }[parameter.local]
  return parameter.namespace === MORE_2007 && trimXml(textOnly(parameter, [])) === wanted
}
