/** Writes the assertions of WS-SecurityPolicy 1.2 for what messages must have. */
import { ADDRESSING_NAMESPACE } from '../../../addressing/addressing.js'
import { parseClarkName } from '../../../xml/tree.js'
import { type Lines, tag } from '../markup.js'
import { isProtected, type Needs, type ProtectedParts } from './needs.js'

/** `sp:IncludeToken` (§5.1.1). */
const ALWAYS =
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702/IncludeToken/AlwaysToRecipient'
const NEVER = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702/IncludeToken/Never'

const policy = (...content: readonly Lines[]) => tag('wsp:Policy', {}, ...content)
const nested = (name: string, ...content: readonly Lines[]) => tag(name, {}, policy(...content))

/** How tokens and keys are used: of an endpoint, or of an operation. */
export function bindingAssertions(needs: Needs): Lines {
  const { transport, password, signature, endorsed, timestamps, secure } = needs
  // §7: there is one binding; a signature says more than the connection, which the address tells of.
  const binding = signature
    ? asymmetric(needs)
    : transport || endorsed || (password && secure)
      ? overTls(transport, timestamps)
      : []
  return [
    ...binding,
    ...(endorsed ? endorsing(endorsed) : []),
    ...(password ? user(secure, signature) : []),
  ]
}

/** §7.3 */
function overTls(transport: Needs['transport'], timestamps: boolean): Lines {
  const certificate =
    transport === 'client-certificate' ? tag('sp:RequireClientCertificate', {}) : []
  return nested(
    'sp:TransportBinding',
    nested('sp:TransportToken', nested('sp:HttpsToken', certificate)),
    ...common(timestamps),
  )
}

/** §7.5 */
function asymmetric({ timestamps, encryptsFirst }: Needs): Lines {
  return nested(
    'sp:AsymmetricBinding',
    nested('sp:InitiatorToken', x509(ALWAYS)),
    nested('sp:RecipientToken', x509(NEVER)),
    ...common(timestamps),
    encryptsFirst ? tag('sp:EncryptBeforeSigning', {}) : [],
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

const common = (timestamps: boolean): readonly Lines[] => [
  nested('sp:AlgorithmSuite', tag('sp:Basic256Sha256', {})),
  nested('sp:Layout', tag('sp:Lax', {})),
  timestamps ? tag('sp:IncludeTimestamp', {}) : [],
]

/** §5.4.1, §8.1: a password as text is taken over TLS only. */
function user(secure: boolean, signed: boolean): Lines {
  return nested(
    signed ? 'sp:SignedSupportingTokens' : 'sp:SupportingTokens',
    tag(
      'sp:UsernameToken',
      { 'sp:IncludeToken': ALWAYS },
      policy(secure ? [] : tag('sp:HashPassword', {}), tag('sp:WssUsernameToken10', {})),
    ),
  )
}

/** §8.3: over TLS it signs the Timestamp, and what is named in it. */
function endorsing(parts: readonly string[]): Lines {
  return nested(
    'sp:EndorsingSupportingTokens',
    x509(ALWAYS),
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
