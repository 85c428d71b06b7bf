/** Reads the security binding of a policy: TLS, or signatures and encryption by certificates (WS-SecurityPolicy 1.3 §7). */
import { nestedIn } from '../../../schema/definitions/alternatives.js'
import { valueIn, type WsdlSource } from '../../../schema/definitions/definitions.js'
import { WSSE_NAMESPACE } from '../../../schema/definitions/vocabulary.js'
import { type Draft, UNKNOWN } from './draft.js'
import { readX509 } from './tokens.js'

/** §7.3: @param secure  true if the address is that of TLS */
export function readTransport(source: WsdlSource, draft: Draft, secure: boolean): void {
  draft.binding = 'transport'
  if (!secure) draft.yours(source, 'the address must be an https: URL')
  for (const one of nestedIn(source)) {
    if (readCommon(one, source, draft)) continue
    if (one.node.local === 'TransportToken') readTransportToken(one, draft)
    else unknown(one, source, draft)
  }
}

function readTransportToken(token: WsdlSource, draft: Draft): void {
  const path = 'TransportBinding/TransportToken'
  for (const one of nestedIn(token)) {
    if (one.node.local !== 'HttpsToken') {
      draft.unmet(one, UNKNOWN, `${path}/${one.node.local}`)
      continue
    }
    const shown = nestedIn(one)
    // WS-SecurityPolicy 1.1 §6.1.1 has an attribute for it.
    if (/^(?:true|1)$/.test(valueIn(one.node, 'RequireClientCertificate') ?? '')) {
      draft.yours(one, CERTIFICATE, `${path}/HttpsToken/RequireClientCertificate`)
    }
    for (const assertion of shown) {
      const { local } = assertion.node
      const name = `${path}/HttpsToken/${local}`
      if (local === 'RequireClientCertificate') draft.yours(assertion, CERTIFICATE, name)
      else draft.unmet(assertion, UNKNOWN, name)
    }
  }
}

const CERTIFICATE = 'give createSender the certificate: http: { certificate, key }'

/** §7.5 */
export function readAsymmetric(source: WsdlSource, draft: Draft): void {
  draft.binding = 'asymmetric'
  for (const one of nestedIn(source)) {
    const { local } = one.node
    if (readCommon(one, source, draft)) continue
    switch (local) {
      case 'InitiatorToken':
      case 'InitiatorSignatureToken':
        draft.signs = true
        readTokens(one, source, (token, path) => readX509(token, path, draft), draft)
        break
      case 'RecipientToken':
      case 'RecipientSignatureToken':
      case 'RecipientEncryptionToken':
      case 'InitiatorEncryptionToken':
        readTokens(one, source, () => undefined, draft)
        break
      case 'EncryptBeforeSigning':
        draft.order = 'encrypt-first'
        break
      case 'SignBeforeEncrypting':
      // What is signed is the whole of Body, and of blocks.
      case 'OnlySignEntireHeadersAndBody':
        break
      case 'EncryptSignature':
        draft.encrypt.add('Signature')
        break
      case 'ProtectTokens':
        draft.sign.add(`{${WSSE_NAMESPACE}}BinarySecurityToken`)
        break
      default:
        unknown(one, source, draft)
    }
  }
  const signature = nestedIn(source).find(({ node }) => node.local === 'EncryptSignature')
  if (signature && draft.order === 'encrypt-first') {
    draft.encrypt.delete('Signature')
    draft.unmet(
      signature,
      'not where EncryptBeforeSigning is',
      'AsymmetricBinding/EncryptSignature',
    )
  }
}

function readTokens(
  around: WsdlSource,
  { node }: WsdlSource,
  read: (token: WsdlSource, path: string) => void,
  draft: Draft,
): void {
  const path = `${node.local}/${around.node.local}`
  for (const token of nestedIn(around)) {
    if (token.node.local === 'X509Token') read(token, path)
    else draft.unmet(token, UNKNOWN, `${path}/${token.node.local}`)
  }
}

/** What all bindings have. @returns true for such an assertion */
function readCommon(one: WsdlSource, around: WsdlSource, draft: Draft): boolean {
  switch (one.node.local) {
    // §6.7: in any order that is strict, too, a token stands before what refers to it.
    case 'Layout':
      return true
    case 'IncludeTimestamp':
      draft.timestamp = true
      return true
    case 'AlgorithmSuite':
      readSuite(one, around, draft)
      return true
    default:
      return false
  }
}

/** §6.1: one name, and what differs from it. */
function readSuite(source: WsdlSource, { node }: WsdlSource, draft: Draft): void {
  const [first, ...others] = nestedIn(source)
  draft.suite = first
  for (const one of others) {
    draft.unmet(one, UNKNOWN, `${node.local}/AlgorithmSuite/${one.node.local}`)
  }
}

function unknown(one: WsdlSource, { node }: WsdlSource, draft: Draft): void {
  draft.unmet(one, UNKNOWN, `${node.local}/${one.node.local}`)
}
