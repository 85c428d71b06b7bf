/** Reads the keys and certificates that a program gives in PEM. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { OwnKey } from '../security/keys.js'

export function ownKey(key: string, certificate: string): OwnKey {
  const [own, ...chain] = certificatesIn(certificate)
  const privateKey = usable<KeyObject>('key', () => createPrivateKey(key))
  if (!own?.checkPrivateKey(privateKey)) {
    throw new TypeError('security.key: the key is not that of the certificate')
  }
  return { key: privateKey, certificate: own, chain }
}

export function certificatesIn(pem: string): readonly X509Certificate[] {
  const found = list(pem)
  if (found.length === 0) throw new TypeError('security: there is no certificate in PEM')
  return found
}

export function list(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? []
  return blocks.map((block) => usable('certificate', () => new X509Certificate(block)))
}

export function usable<Made>(what: string, make: () => Made): Made {
  try {
    return make()
  } catch (cause) {
    throw new TypeError(`security: the ${what} cannot be used`, { cause })
  }
}
