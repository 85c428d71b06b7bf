/** Finds certificates that may not be used for what the configuration uses them for, as what is in them says. */
import { error, type Finding } from '../../message/finding.js'
import { wrongAsAuthority } from '../../security/trust/issued.js'
import { certificatesOf, type Examined } from './examined.js'
import type { CertificateItem } from './items.js'

export function findInPurposes({ items }: Pick<Examined, 'items'>): readonly Finding[] {
  return certificatesOf(items).flatMap((item) => {
    const { key, file, facts } = item
    const why = USES.find(({ of }) => of.test(key))?.wrong(item)
    return why === undefined
      ? []
      : [error(key, `the certificate of ${facts.subject} in ${file} ${why}`)]
  })
}

interface Use {
  /** Keys of the configuration that name certificates for it. */
  readonly of: RegExp
  /** What is wrong with one of the file, as the rest of a sentence. */
  wrong(item: CertificateItem): string | undefined
}

const USES: readonly Use[] = [
  {
    of: /^security\.certificate$|^security\.peers\..*\.signs\.certificates\.\d+$/,
    wrong: asSigner,
  },
  { of: /^security\.peers\..*\.signs\.ca$/, wrong: ({ details }) => wrongAsAuthority(details, 0) },
  { of: /\btls\.(?:names\.\d+\.)?certificate$/, wrong: (item) => asEnd(item, 'server') },
  { of: /^(?!security\.).*\bcertificate$/, wrong: (item) => asEnd(item, 'client') },
]

/** Issuers may follow a certificate in its file. */
function asSigner({ index, details: { usages, unknown } }: CertificateItem): string | undefined {
  if (index > 0) return undefined
  if (unknown.length > 0) {
    return `has the extension ${unknown.join(', ')}, which is not understood: no signature by it is taken`
  }
  return !usages || usages.has('digitalSignature') || usages.has('nonRepudiation')
    ? undefined
    : 'may not sign messages by its keyUsage: make one with digitalSignature'
}

/** RFC 5280 §4.2.1.12, the last of them: any purpose. */
const PURPOSES = {
  server: ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'],
  client: ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'],
} as const

function asEnd(
  { index, details }: CertificateItem,
  end: keyof typeof PURPOSES,
): string | undefined {
  // Node.js calls the extended key usage so; without one, a certificate is for everything.
  const { keyUsage } = details.certificate
  if (index > 0 || !keyUsage || PURPOSES[end].some((purpose) => keyUsage.includes(purpose))) {
    return undefined
  }
  return `may not be that of a TLS ${end} by its extendedKeyUsage: make one with ${end}Auth`
}
