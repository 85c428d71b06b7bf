/** Reads the tokens that a policy asks for (WS-SecurityPolicy 1.3 §5, §8). */
import { nestedIn } from '../../../schema/definitions/alternatives.js'
import { valueIn, type WsdlSource } from '../../../schema/definitions/definitions.js'
import { type Draft, inclusionOf, UNKNOWN } from './draft.js'
import { readParts } from './parts.js'

/** §5.4.3: the certificate of who signs; `path` is that of the assertion around it. */
export function readX509(source: WsdlSource, path: string, draft: Draft): void {
  const within = `${path}/X509Token`
  const inclusion = inclusionOf(source)
  let reference: Draft['reference'] = 'issuer-serial'
  for (const one of nestedIn(source)) {
    const { local } = one.node
    const form = REFERENCES[local]
    if (form) reference = form
    else if (!X509_FORMS.has(local)) draft.unmet(one, UNKNOWN, `${within}/${local}`)
  }
  const included = inclusion === '' || /^(?:Once|Always|AlwaysToRecipient)$/.test(inclusion)
  draft.reference = included ? 'token' : reference
}

const REFERENCES: Readonly<Partial<Record<string, Draft['reference']>>> = {
  RequireThumbprintReference: 'thumbprint',
  RequireKeyIdentifierReference: 'key-identifier',
  RequireIssuerSerialReference: 'issuer-serial',
}

/** A path is written where the certificate comes with its issuers. */
const X509_FORMS: ReadonlySet<string> = new Set([
  'WssX509V3Token10',
  'WssX509V3Token11',
  'WssX509PkiPathV1Token10',
  'WssX509PkiPathV1Token11',
])

/** §5.4.1: without HashPassword the password is text. @param secure  true if the address is that of TLS */
function readUser(source: WsdlSource, path: string, draft: Draft, secure: boolean): void {
  const within = `${path}/UsernameToken`
  const nested = nestedIn(source)
  const asks = (local: string) => nested.some(({ node }) => node.local === local)
  const digest = asks('HashPassword')
  draft.user = digest ? 'digest' : 'text'
  for (const one of nested) {
    const { local } = one.node
    const has = digest && (local === 'Created' || local === 'Nonce')
    if (!has && !USER_FORMS.has(local)) draft.unmet(one, UNKNOWN, `${within}/${local}`)
  }
  if (!digest && draft.binding !== 'transport' && !secure) {
    draft.unmet(source, 'a password as text is sent over TLS only', within)
  }
  if (draft.binding !== 'asymmetric') return
  if (/Signed/.test(path)) draft.sign.add('UsernameToken')
  if (/Encrypted/.test(path)) draft.encrypt.add('UsernameToken')
}

const USER_FORMS: ReadonlySet<string> = new Set([
  'WssUsernameToken10',
  'WssUsernameToken11',
  'HashPassword',
])

export function readSupporting(source: WsdlSource, draft: Draft, secure: boolean): void {
  const { local: path } = source.node
  const nested = nestedIn(source)
  for (const one of nested) {
    const { local } = one.node
    if (local === 'UsernameToken' && !path.includes('Endorsing')) readUser(one, path, draft, secure)
    else if (local === 'X509Token' && path.includes('Endorsing')) {
      endorse(one, path, draft)
    } else if (local === 'SignedParts' && path.includes('Endorsing')) {
      readParts(one, draft.sign, draft, `${path}/SignedParts`)
    } else if (local !== 'AlgorithmSuite') draft.unmet(one, UNKNOWN, `${path}/${nameIn(one)}`)
  }
}

/** §8.3: over TLS it signs the Timestamp; otherwise it would sign the signature of another key. */
function endorse(source: WsdlSource, path: string, draft: Draft): void {
  if (draft.binding === 'asymmetric') {
    draft.unmet(source, 'a sender makes one signature', `${path}/X509Token`)
    return
  }
  draft.signs = true
  readX509(source, path, draft)
}

/** With what tells tokens of one kind apart. */
function nameIn({ node }: WsdlSource): string {
  const name = valueIn(node, 'Name')
  return name === undefined ? node.local : `${node.local} ${name}`
}
