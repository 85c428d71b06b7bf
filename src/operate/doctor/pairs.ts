/** Finds keys that belong to another certificate, and chains that have a gap. */
import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { mayBeBy, SignatureChecks } from '../../security/trust/issued.js'
import { certificatesOf, type Examined, error, type Finding, warning } from './finding.js'
import type { CertificateItem } from './items.js'

export function examinePairs({ items }: Examined): readonly Finding[] {
  const all = certificatesOf(items)
  const shown = all.filter(({ index, key }) => index === 0 && key.endsWith('certificate'))
  return shown.flatMap((certificate) => {
    const place = certificate.key.slice(0, -'certificate'.length)
    const own = items.find(({ kind, key }) => kind === 'key' && key === `${place}key`)
    const file = all.filter(({ key }) => key === certificate.key)
    return [
      ...(own?.kind === 'key' && !certificate.details.certificate.checkPrivateKey(own.own)
        ? [error(own.key, `${own.file} is not the key of the certificate in ${certificate.file}`)]
        : []),
      ...examineChain(certificate, file, all),
    ]
  })
}

/** RFC 8446 §4.4.2: "Each following certificate SHOULD directly certify the one immediately preceding it." */
function examineChain(
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
  const known = all.some((one) => mayBeBy(last.details, one.details)) || isPublic(last)
  return known
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
