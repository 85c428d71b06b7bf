/** Hostile algorithms: weak ones, those that run programs, and keys of one kind taken for another. */
import { createHmac, createSecretKey } from 'node:crypto'
import { XENC } from '../../../../src/security/names.js'
import { ownKey, SECRET, WITH_KEY } from '../../security/blocks.js'
import { certificates } from '../../security/certificates.js'
import { changed, found, KEY_INFO, type Rows, signed, TRANSFORM, times } from './row.js'

const transform = (algorithm: string, inside = '') =>
  `<ds:Transform Algorithm="${algorithm}">${inside}</ds:Transform>`
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const mac = () => signed({ key: { kind: 'mac', key: SECRET, name: 'shared' } })
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const HMAC_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'

const XSLT =
  '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="/">' +
  '<xsl:for-each select="//. | //@*"><xsl:value-of select="document(\'file:///etc/hostname\')"/></xsl:for-each>' +
  '</xsl:template></xsl:stylesheet>'

export const ALGORITHMS: Rows = {
  W14: {
    messages: () => [
      changed(signed(), TRANSFORM, transform('http://www.w3.org/TR/1999/REC-xslt-19991116', XSLT)),
      changed(
        signed(),
        TRANSFORM,
        transform(
          'http://www.w3.org/TR/1999/REC-xpath-19991116',
          '<ds:XPath>count(//.|//@*|//namespace::*) = 1</ds:XPath>',
        ),
      ),
      changed(
        signed(),
        TRANSFORM,
        transform(
          'http://www.w3.org/2002/06/xmldsig-filter2',
          '<f:XPath xmlns:f="http://www.w3.org/2002/06/xmldsig-filter2" Filter="subtract">//*</f:XPath>',
        ),
      ),
    ],
  },
  W15: {
    messages: () =>
      [
        'http://www.w3.org/2000/09/xmldsig#base64',
        'http://www.w3.org/2002/07/decrypt#XML',
        'http://www.w3.org/2010/xmldsig2#transform',
        'http://www.rosettanet.org/gzip',
        'urn:ietf:rfc:1952',
      ].map((algorithm) => changed(signed(), TRANSFORM, transform(algorithm))),
  },
  W16: {
    messages: () =>
      [4, 2000].map((count) =>
        changed(
          signed(),
          TRANSFORM,
          times(count, () => transform(EXCLUSIVE)),
        ),
      ),
  },
  W17: {
    messages: () => [
      ...['0', '1', '8', '80', '255', '256', '-1', '99999999999', 'x'].map((bits) =>
        changed(
          mac(),
          /(<ds:SignatureMethod [^>]*>)/,
          `<ds:SignatureMethod Algorithm="${HMAC_SHA256}"><ds:HMACOutputLength>${bits}</ds:HMACOutputLength>`,
        ),
      ),
      changed(mac(), /<ds:SignatureValue>.*?</, '<ds:SignatureValue>AA==<'),
      changed(mac(), /<ds:SignatureValue>.*?</, '<ds:SignatureValue><'),
    ],
    cost: { verifications: 1 },
  },
  W18: {
    // The public key of a peer is no secret: in each form, it must not be the key of a MAC.
    messages: () => {
      const { certificate, pem } = certificates().rsa
      const secrets = [
        pem,
        certificate.raw,
        certificate.publicKey.export({ type: 'spki', format: 'pem' }),
        certificate.publicKey.export({ type: 'spki', format: 'der' }),
        certificate.publicKey.export({ type: 'pkcs1', format: 'der' }),
        certificate.publicKey.export({ type: 'pkcs1', format: 'pem' }),
        '',
        '\0',
      ]
      const keyInfo = found(signed(), KEY_INFO)
      return secrets.flatMap((secret) => {
        const key = createSecretKey(Buffer.from(secret))
        if (secret.length === 0) createHmac('sha256', key)
        const text = signed({ key: { kind: 'mac', key, name: 'shared' } })
        return [text, changed(text, KEY_INFO, keyInfo)]
      })
    },
    cost: { verifications: 1, certificates: 1 },
  },
  W19: {
    messages: () => {
      const ec = signed({ key: WITH_KEY(ownKey(certificates().ec)) })
      const rsa = 'http://www.w3.org/2007/05/xmldsig-more#rsa-pss'
      return [
        ...['rsa-sha512', 'ecdsa-sha256', 'eddsa-ed25519', 'hmac-sha256'].map((other) =>
          changed(signed(), RSA_SHA256, `http://www.w3.org/2001/04/xmldsig-more#${other}`),
        ),
        changed(signed(), RSA_SHA256, 'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519'),
        changed(signed(), RSA_SHA256, rsa),
        changed(ec, 'ecdsa-sha256', 'rsa-sha256'),
        changed(mac(), HMAC_SHA256, RSA_SHA256),
      ]
    },
    cost: { verifications: 1, certificates: 1 },
  },
  W20: {
    messages: () => [
      changed(signed(), RSA_SHA256, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'),
      changed(signed(), RSA_SHA256, 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'),
      changed(signed(), RSA_SHA256, 'http://www.w3.org/2000/09/xmldsig#dsa-sha1'),
      changed(mac(), HMAC_SHA256, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
      changed(mac(), HMAC_SHA256, 'http://www.w3.org/2001/04/xmldsig-more#hmac-md5'),
      changed(signed(), `${XENC}sha256`, 'http://www.w3.org/2000/09/xmldsig#sha1'),
      changed(signed(), `${XENC}sha256`, 'http://www.w3.org/2001/04/xmldsig-more#md5'),
    ],
    cost: { verifications: 0, certificates: 1 },
  },
  W21: {
    messages: () =>
      [
        'none',
        '',
        `urn:${'a'.repeat(60_000)}`,
        'urn:a&#10;{&quot;level&quot;:30,&quot;msg&quot;:&quot;listening&quot;}',
        'urn:\u001b[2J'.replace('\u001b', '\u009b'),
        'urn:\u202e\u2028',
      ].map((algorithm) => changed(signed(), RSA_SHA256, algorithm)),
  },
  W22: {
    messages: () =>
      [
        'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
        'http://www.w3.org/2006/12/xml-c14n11',
        'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
        'http://www.w3.org/2010/xml-c14n2',
      ].flatMap((algorithm) => [
        changed(signed(), TRANSFORM, transform(algorithm)),
        changed(
          signed(),
          /<ds:CanonicalizationMethod [^>]*>/,
          `<ds:CanonicalizationMethod Algorithm="${algorithm}">`,
        ),
      ]),
  },
}
