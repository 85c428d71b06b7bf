/** Finds keys and OCSP responses that belong to another certificate, and chains that have a gap. */
import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { error, type Finding, warning } from '../../message/finding.js'
import { mayBeBy, SignatureChecks } from '../../security/trust/issued.js'
import { certificatesOf, type Examined } from './examined.js'
import type { CertificateItem, Item } from './items.js'

export function findInPairs({ items }: Pick<Examined, 'items'>): readonly Finding[] {
  const all = certificatesOf(items)
  const shown = all.filter(({ index, key }) => index === 0 && key.endsWith('certificate'))
  return shown.flatMap((certificate) => {
    const location = certificate.key.slice(0, -'certificate'.length)
    const own = items.find(({ kind, key }) => kind === 'key' && key === `${location}key`)
    const file = all.filter(({ key }) => key === certificate.key)
    return [
      ...(own?.kind === 'key' && !certificate.details.certificate.checkPrivateKey(own.own)
        ? [error(own.key, `${own.file} is not the key of the certificate in ${certificate.file}`)]
        : []),
      ...findInResponse(certificate, items),
      ...findInChain(certificate, file, all),
    ]
  })
}

/** What is stapled to a certificate. */
function findInResponse(
  { key, file, details }: CertificateItem,
  items: readonly Item[],
): readonly Finding[] {
  const stapledBy = `${key.slice(0, -'certificate'.length)}ocspResponse`
  const stapled = items.find((item) => item.kind === 'OCSP response' && item.key === stapledBy)
  if (stapled?.kind !== 'OCSP response') return []
  const { serial, status } = stapled.response
  if (serial !== details.serial) {
    return [
      error(stapledBy, `${stapled.file} is not the OCSP response of the certificate in ${file}`),
    ]
  }
  if (status === 'good') return []
  const says = status === 'revoked' ? 'is revoked' : 'is not known to its issuer'
  return [error(stapledBy, `${stapled.file} says that the certificate in ${file} ${says}`)]
}

/** RFC 8446 §4.4.2: "Each following certificate SHOULD directly certify the one immediately preceding it." */
function findInChain(
  { key, file, facts, details }: CertificateItem,
  chain: readonly CertificateItem[],
  all: readonly CertificateItem[],
): readonly Finding[] {
  const signatures = new SignatureChecks()
  for (const [index, { details: issuer, facts: named }] of chain.slice(1).entries()) {
    const below = chain[index]
    if (!below || (mayBeBy(below.details, issuer) && !signatures.wrong(below.details, issuer)))
      continue
    const sentence = `${file} has a gap: ${named.subject} has not issued the certificate of ${below.facts.subject} before it`
    return [error(key, sentence)]
  }
  const last = chain.at(-1)
  if (!last || last.details.selfIssued || details.selfIssued) return []
  const recognised = all.some((one) => mayBeBy(last.details, one.details)) || isPublic(last)
  return recognised
    ? []
    : [
        warning(
          key,
          `${file} has no certificate of ${last.facts.issuer}, who has issued that of ${facts === last.facts ? facts.subject : last.facts.subject}: others may find no chain, unless they trust that issuer itself`,
        ),
      ]
}

function isPublic({ details }: CertificateItem): boolean {
  return rootCertificates.some((pem) => details.certificate.checkIssued(new X509Certificate(pem)))
}
