/** Certificates for tests: an authority, what it has issued, and what is wrong with some; made once for a process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Issued, issue, listPem, revoke, type Wanted } from './issue.js'

export * from './issue.js'

/** Each subject is `CN=name, O=Example, C=NL`, such as `CN=rsa, O=Example, C=NL`. */
function make() {
  const by = (authority: Issued) => (name: string, wanted: Partial<Wanted>) =>
    issue({ subject: `CN=${name}, O=Example, C=NL`, ...wanted }, authority)
  const root = () => issue({ subject: 'CN=Example Authority, O=Example, C=NL', ca: true })
  const authority = root()
  // It has the name of the first one, and another key.
  const otherAuthority = root()
  const issued = by(authority)
  const ofServer = { purposes: ['server'], names: ['DNS:localhost', 'IP:127.0.0.1'] } as const
  const ofClient = { purposes: ['client'] } as const
  const intermediate = issued('Example Intermediate', { ca: true, pathLength: 0 })
  const revoked = issued('revoked', {})
  return {
    /** A root (P-256), by which all others are if nothing else is said. */
    authority,
    /** A root with the same subject, and another key. */
    otherAuthority,
    /** An authority by the first one; none may be below it. */
    intermediate,
    rsa: issued('rsa', { type: 'rsa', names: ['DNS:rsa.example', 'URI:urn:rsa'] }),
    rsa3072: issued('rsa3072', { type: 'rsa-3072' }),
    ec: issued('ec', { type: 'p256' }),
    ec384: issued('ec384', { type: 'p384' }),
    ed25519: issued('ed25519', { type: 'ed25519' }),
    byIntermediate: by(intermediate)('byIntermediate', {}),
    /** It ended with 2020. */
    expired: issued('expired', { until: new Date('2020-12-31T00:00:00Z') }),
    /** It begins with 2049. */
    notYetValid: issued('notYetValid', { from: new Date('2049-01-01T00:00:00Z') }),
    /** It stands in `list`. */
    revoked,
    /** By the other authority, with subject and issuer as those of `rsa`. */
    sameSubject: by(otherAuthority)('rsa', { type: 'rsa' }),
    /** Nobody but itself has signed it. */
    selfSigned: issue({ subject: 'CN=selfSigned, O=Example, C=NL' }),
    /** For TLS, with the names localhost and 127.0.0.1. */
    server: issued('localhost', ofServer),
    otherServer: by(otherAuthority)('localhost', ofServer),
    client: issued('client', ofClient),
    otherClient: by(otherAuthority)('client', ofClient),
    /** Revocation list of the authority, in DER. */
    list: revoke(authority, { revoked: [revoked] }),
    /** One that had a successor long ago. */
    oldList: revoke(authority, { revoked: [], until: new Date('2020-12-31T00:00:00Z') }),
  }
}

export type Certificates = ReturnType<typeof make>

let made: Certificates | undefined

export function certificates(): Certificates {
  made ??= make()
  return made
}

interface Teardown {
  teardown(clean: () => void): void
}

/** Paths of files in a folder of the test. */
export interface CertificateFiles {
  readonly folder: string
  /** `NAME.pem`, the certificate alone. */
  certificate(name: IssuedName): string
  /** `NAME-chain.pem`, the certificate and its issuers without the root. */
  chain(name: IssuedName): string
  /** `NAME-key.pem`, readable by its owner alone. */
  key(name: IssuedName): string
  /** `list.pem` and `oldList.pem`; with `.der` in DER. */
  list(name: ListName, form?: 'pem' | 'der'): string
}

type ListName = 'list' | 'oldList'
export type IssuedName = Exclude<keyof Certificates, ListName>

/** Writes all of them, in PEM, into a folder that goes with the test. */
export function certificateFiles(t: Teardown): CertificateFiles {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-keys-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const { list, oldList, ...issued } = certificates()
  for (const [name, { pem, chainPem, keyPem }] of Object.entries(issued)) {
    writeFileSync(join(folder, `${name}.pem`), pem)
    writeFileSync(join(folder, `${name}-chain.pem`), chainPem)
    writeFileSync(join(folder, `${name}-key.pem`), keyPem, { mode: 0o600 })
  }
  for (const [name, der] of Object.entries({ list, oldList })) {
    writeFileSync(join(folder, `${name}.pem`), listPem(der))
    writeFileSync(join(folder, `${name}.der`), der)
  }
  return {
    folder,
    certificate: (name) => join(folder, `${name}.pem`),
    chain: (name) => join(folder, `${name}-chain.pem`),
    key: (name) => join(folder, `${name}-key.pem`),
    list: (name, form = 'pem') => join(folder, `${name}.${form}`),
  }
}
