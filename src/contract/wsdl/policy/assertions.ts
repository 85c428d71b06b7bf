/** Writes the assertions of WS-SecurityPolicy 1.2 for what messages must have. */
import { ADDRESSING_NAMESPACE } from '../../../soap/addressing/addressing.js'
import { parseClarkName } from '../../../xml/tree.js'
import { type Lines, tag } from '../markup.js'
import { isProtected, type Needs, type ProtectedParts } from './needs.js'

/** `sp:IncludeToken` (§5.1.1). */
const INCLUDE = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702/IncludeToken/'
const TO_RECIPIENT = `${INCLUDE}AlwaysToRecipient`
const TO_INITIATOR = `${INCLUDE}AlwaysToInitiator`
const NEVER = `${INCLUDE}Never`

/** Of the suites that Apache CXF has beside those of WS-SecurityPolicy. */
const CXF_SUITES = 'http://cxf.apache.org/custom/security-policy'

const policy = (...content: readonly Lines[]) => tag('wsp:Policy', {}, ...content)
const nested = (name: string, ...content: readonly Lines[]) => tag(name, {}, policy(...content))

/** How tokens and keys are used: of an endpoint, or of an operation. */
export function bindingAssertions(needs: Needs): Lines {
  const { transport, password, signature, endorsed, secure } = needs
  // §7: there is one binding; a signature says more than the connection, which the address describes.
  const binding = signature
    ? asymmetric(needs)
    : transport || endorsed || (password && secure)
      ? overTls(needs)
      : []
  return [
    ...binding,
    ...(endorsed ? endorsing(endorsed) : []),
    ...(password ? user(secure, signature) : []),
    // Of a password alone there is no certificate to refer to: Apache CXF refuses what nothing in the message meets.
    ...(signature || endorsed ? wss11(needs) : []),
  ]
}

/**
 * §10.2: how a message may refer to a certificate that it does not have in it, and whether answers confirm: a client that
 * is not told refuses what it has not asked for.
 */
function wss11({ confirms }: Needs): Lines {
  return nested(
    'sp:Wss11',
    tag('sp:MustSupportRefKeyIdentifier', {}),
    tag('sp:MustSupportRefIssuerSerial', {}),
    tag('sp:MustSupportRefThumbprint', {}),
    confirms ? tag('sp:RequireSignatureConfirmation', {}) : [],
  )
}

/** §7.3 */
function overTls(needs: Needs): Lines {
  const { transport } = needs
  const certificate =
    transport === 'client-certificate' ? tag('sp:RequireClientCertificate', {}) : []
  return nested(
    'sp:TransportBinding',
    nested('sp:TransportToken', nested('sp:HttpsToken', certificate)),
    ...common(needs),
  )
}

/** §7.5 */
function asymmetric(needs: Needs): Lines {
  return nested(
    'sp:AsymmetricBinding',
    nested('sp:InitiatorToken', x509(TO_RECIPIENT)),
    nested('sp:RecipientToken', x509(needs.token ? TO_INITIATOR : NEVER)),
    ...common(needs),
    needs.encryptsFirst ? tag('sp:EncryptBeforeSigning', {}) : [],
    tag('sp:OnlySignEntireHeadersAndBody', {}),
  )
}

/** §5.4.3 */
function x509(included: string): Lines {
  return tag(
    'sp:X509Token',
    { 'sp:IncludeToken': included },
    policy(tag('sp:WssX509V3Token10', {})),
  )
}

const common = ({ timestamps, suite }: Needs): readonly Lines[] => [
  nested('sp:AlgorithmSuite', suiteAssertion(suite)),
  nested('sp:Layout', tag('sp:Lax', {})),
  timestamps ? tag('sp:IncludeTimestamp', {}) : [],
]

/** §6.1. `strong` has no name: the nearest one stands there, and `spokenBy` says what it is. */
function suiteAssertion(suite = 'Basic256Sha256'): Lines {
  if (!suite.endsWith('GCM')) return tag(`sp:${suite}`, {})
  return tag(`cxf:${suite}`, { 'xmlns:cxf': CXF_SUITES })
}

/** What people are to know where the suite that stands there is not what is spoken; undefined where it is. */
export function spokenBy({ suite, signature, endorsed, request, response }: Needs) {
  const encrypted = request.encrypted.length + response.encrypted.length > 0
  if (suite !== undefined || !(signature || endorsed || encrypted)) return undefined
  return SPOKEN
}

/** Written under `strong`, and recognised where such a WSDL is imported. */
export const SPOKEN =
  'The suite Basic256Sha256 of the policy is the nearest one that has a name. What is taken and answered: ' +
  'RSA-SHA256 for signatures with SHA-256 for digests, AES-GCM, and RSA-OAEP with SHA-256 for its digest ' +
  '(xmlenc#rsa-oaep-mgf1p with xmlenc#sha256); RSA-SHA1, AES-CBC and RSA-OAEP with SHA-1 are refused.'

/** §5.4.1, §8.1: a password as text is taken over TLS only. */
function user(secure: boolean, signed: boolean): Lines {
  return nested(
    signed ? 'sp:SignedSupportingTokens' : 'sp:SupportingTokens',
    tag(
      'sp:UsernameToken',
      { 'sp:IncludeToken': TO_RECIPIENT },
      policy(secure ? [] : tag('sp:HashPassword', {}), tag('sp:WssUsernameToken10', {})),
    ),
  )
}

/** §8.3: over TLS it signs the Timestamp, and what is named in it. */
function endorsing(parts: readonly string[]): Lines {
  return nested(
    'sp:EndorsingSupportingTokens',
    x509(TO_RECIPIENT),
    protectedParts('sp:SignedParts', parts),
  )
}

/** §4.1, §4.2: of a message. */
export function messageAssertions(parts: ProtectedParts): Lines {
  if (!isProtected(parts)) return []
  return [
    ...protectedParts('sp:SignedParts', parts.signed),
    ...protectedParts('sp:EncryptedParts', parts.encrypted),
  ]
}

function protectedParts(name: string, parts: readonly string[]): Lines {
  const written = parts.flatMap(partOf)
  return written.length === 0 ? [] : tag(name, {}, written)
}

/** What is part of the security block itself is protected by the binding. */
function partOf(part: string): Lines {
  switch (part) {
    case 'Body':
      return tag('sp:Body', {})
    // WS-SecurityPolicy 1.2 §4.1.1 and §4.2.1: by the SwA profile.
    case 'Attachments':
      return tag('sp:Attachments', {})
    case 'Addressing':
      return tag('sp:Header', { Namespace: ADDRESSING_NAMESPACE })
    case 'Timestamp':
    case 'Signature':
    case 'UsernameToken':
      return []
    default: {
      const { local, namespace } = parseClarkName(part)
      return tag('sp:Header', { Name: local, Namespace: namespace })
    }
  }
}
