/** Finds algorithms and keys that are weak, and keys that cannot do what a policy asks of them. */
import type { Config } from '../../config/schema.js'
import { error, type Finding, warning } from '../../message/finding.js'
import { suiteNamed } from '../../security/suite.js'
import { weaknessOf } from '../../security/trust/strength.js'
import { weaknessesOf } from '../../security/weak.js'
import { certificatesOf, type Examined } from './examined.js'
import type { CertificateItem } from './items.js'

export function findInAlgorithms(examined: Pick<Examined, 'config' | 'items'>): readonly Finding[] {
  return [
    ...certificatesOf(examined.items).flatMap(weakKey),
    ...weakAlgorithms(examined.config),
    ...unfitKeys(examined),
  ]
}

function weakKey({ key, file, facts: { subject }, details }: CertificateItem): readonly Finding[] {
  const weakness = weaknessOf(details.publicKey)
  if (weakness === undefined) return []
  return [error(key, `the certificate of ${subject} in ${file} has a key that ${weakness}`)]
}

function weakAlgorithms({ security: { peers, policies } }: Config): readonly Finding[] {
  return [
    ...Object.entries(peers).flatMap(([name, { allow }]) =>
      weaknessesOf(name, allow, 'and take it out').map((sentence) =>
        warning(`security.peers.${name}.allow`, sentence),
      ),
    ),
    ...policies.flatMap(({ suite }, index) =>
      weaknessesOf(`${suite}`, suiteNamed(suite)?.weak ?? [], 'and leave the suite out').map(
        (sentence) => warning(`security.policies.${index}.suite`, sentence),
      ),
    ),
  ]
}

function unfitKeys({
  config: { security },
  items,
}: Pick<Examined, 'config' | 'items'>): readonly Finding[] {
  const certificates = certificatesOf(items).filter(({ index }) => index === 0)
  const own = certificates.find(({ key }) => key === 'security.certificate')
  return security.policies.flatMap(({ encrypted, peers, sends, suite }, index) => {
    const key = `security.policies.${index}`
    const receivers = sends?.to === undefined ? (peers ?? Object.keys(security.peers)) : [sends.to]
    const to =
      sends && sends.encrypt.length > 0
        ? receivers.flatMap((name) => receiver(name, certificates))
        : []
    const named = suiteNamed(suite)
    const signs = sends !== undefined && sends.sign.length > 0 && !sends.mac
    return [
      ...(named ? [...(own && (signs || encrypted.length > 0) ? [own] : []), ...to] : []).flatMap(
        (one) => fitting(one, `${key}.suite`),
      ),
      ...(own && sends && sends.sign.length > 0 && !sends.mac
        ? signing(sends.algorithm, own, key)
        : []),
      ...(own && encrypted.length > 0 ? encrypting(own, `${key}.encrypted`) : []),
      ...to.flatMap((one) => encrypting(one, `${key}.sends.encrypt`)),
    ]
  })
}

/** The certificate that messages to a peer are encrypted to. */
function receiver(
  name: string,
  certificates: readonly CertificateItem[],
): readonly CertificateItem[] {
  const location = `security.peers.${name}.`
  const named = (key: string) => certificates.find((one) => one.key === `${location}${key}`)
  const found = named('encryptTo') ?? named('signs.certificates.0')
  return found ? [found] : []
}

const MAKERS: Readonly<Record<string, readonly string[]>> = {
  rsa: ['rsa'],
  'rsa-pss': ['rsa', 'rsa-pss'],
  ecdsa: ['ec'],
  ed25519: ['ed25519'],
}

function signing(
  algorithm: string | undefined,
  { details, file }: CertificateItem,
  key: string,
): readonly Finding[] {
  const type = details.publicKey.asymmetricKeyType ?? ''
  const makers = MAKERS[algorithm?.replace(/-sha\d+$/, '') ?? '']
  if (!makers || makers.includes(type)) return []
  return [
    error(
      `${key}.sends.algorithm`,
      `${algorithm} cannot be made by the key of ${file}, which is of type ${type}: leave it out, or make another key`,
    ),
  ]
}

/** WS-SecurityPolicy 1.2 §6.1: the asymmetric algorithms of all suites are those of RSA. */
function fitting({ details, file }: CertificateItem, key: string): readonly Finding[] {
  const type = details.publicKey.asymmetricKeyType ?? ''
  if (type === 'rsa') return []
  return [
    error(
      key,
      `expected RSA keys with a suite, and that of ${file} is of type ${type}: leave the suite out, or make another key`,
    ),
  ]
}

function encrypting({ details, file }: CertificateItem, key: string): readonly Finding[] {
  const type = details.publicKey.asymmetricKeyType ?? ''
  if (type === 'rsa' || type === 'ec') return []
  return [
    error(
      key,
      `nothing can be encrypted to the certificate in ${file}, whose key is of type ${type}: RSA and EC can`,
    ),
  ]
}
