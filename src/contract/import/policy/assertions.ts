/** Reads the assertions of one alternative into what a sender does: what it cannot do, and what is not known, is named. */
import {
  type Alternative,
  type Assertion,
  nestedIn,
} from '../../../schema/definitions/alternatives.js'
import type { WsdlSource } from '../../../schema/definitions/definitions.js'
import { isAddressing, SECURITY_POLICY_NAMESPACES } from '../../../schema/definitions/vocabulary.js'
import { clarkName } from '../../../xml/tree.js'
import { readAsymmetric, readTransport } from './bindings.js'
import { Draft, UNKNOWN } from './draft.js'
import { readParts } from './parts.js'
import { isSpoken } from './suites.js'
import { readSupporting } from './tokens.js'

/** Assertions of the endpoint and its operations, of requests, and of answers. */
export interface RequiredPolicies {
  readonly requests: Alternative
  readonly answers: Alternative
}

/** What is known of an endpoint besides its policies. */
export interface Endpoint {
  /** True if the address is that of TLS. */
  readonly secure: boolean
  /** True if it says that the name of its suite stands for the strong algorithms of a sender. */
  readonly strong: boolean
}

export function draftOf(
  { requests, answers }: RequiredPolicies,
  { secure, strong }: Endpoint,
): Draft {
  const draft = new Draft()
  // How parts are protected is known once the binding is.
  const sorted = requests.toSorted((one, other) => rankOf(one) - rankOf(other))
  for (const one of sorted) read(one, draft, secure)
  for (const one of answers) readAnswer(one, draft)
  settle(draft, strong)
  return draft
}

const isSecurity = ({ node }: WsdlSource) => SECURITY_POLICY_NAMESPACES.includes(node.namespace)

function rankOf({ source }: Assertion): number {
  return isSecurity(source) && source.node.local.endsWith('Binding') ? 0 : 1
}

/** What may be left out is, where it cannot be met. */
function read({ source, optional }: Assertion, draft: Draft, secure: boolean): void {
  // WS-Addressing 1.0 Metadata §3.1: understood, and not needed.
  if (optional && isAddressing(source.node)) return
  if (optional) {
    const tried = new Draft()
    tried.binding = draft.binding
    readOne(source, tried, secure)
    if (tried.findings.some(({ kind }) => kind === 'unmet')) {
      draft.yours(source, 'it is optional, and left out', nameOf(source))
      return
    }
  }
  readOne(source, draft, secure)
}

function readOne(source: WsdlSource, draft: Draft, secure: boolean): void {
  if (isAddressing(source.node)) readAddressing(source, draft)
  else if (isSecurity(source)) readSecurity(source, draft, secure)
  else draft.unmet(source, UNKNOWN, nameOf(source))
}

const nameOf = (source: WsdlSource) =>
  isSecurity(source) ? source.node.local : clarkName(source.node)

function readSecurity(source: WsdlSource, draft: Draft, secure: boolean): void {
  const { local } = source.node
  if (local.endsWith('SupportingTokens')) {
    readSupporting(source, draft, secure)
    return
  }
  // §7.3: TLS protects all of a message.
  const byTls = draft.binding === 'transport'
  switch (local) {
    case 'TransportBinding':
      readTransport(source, draft, secure)
      return
    case 'AsymmetricBinding':
      readAsymmetric(source, draft)
      return
    case 'SignedParts':
    case 'EncryptedParts':
      if (byTls) return
      if (draft.binding === undefined) draft.unmet(source, 'no binding says by which key')
      else readParts(source, local === 'SignedParts' ? draft.sign : draft.encrypt, draft)
      return
    case 'Wss10':
    case 'Wss11':
      readOptions(source, draft)
      return
    // §10: of those who ask a token service, which an IssuedToken would name.
    case 'Trust10':
    case 'Trust13':
      return
    case 'RequiredParts':
      for (const { node } of nestedIn(source)) {
        const name = node.attributes.map(({ value }) => value).join(' ')
        draft.yours(
          source,
          'give the header block with headers',
          `RequiredParts/${node.local} ${name}`,
        )
      }
      return
    default:
      draft.unmet(source, UNKNOWN)
  }
}

/** §9: how keys may be referred to. */
function readOptions(source: WsdlSource, draft: Draft): void {
  for (const one of nestedIn(source)) {
    const { local } = one.node
    if (local === 'RequireSignatureConfirmation') draft.confirmed = true
    else if (!REFERENCES.has(local)) {
      draft.unmet(one, 'a key that is referred to so is not found', `${source.node.local}/${local}`)
    }
  }
}

const REFERENCES: ReadonlySet<string> = new Set([
  'MustSupportRefKeyIdentifier',
  'MustSupportRefIssuerSerial',
  'MustSupportRefThumbprint',
])

function readAddressing(source: WsdlSource, draft: Draft): void {
  draft.addressing = true
  for (const one of nestedIn(source)) {
    const { local } = one.node
    if (local === 'AnonymousResponses') continue
    draft.unmet(one, 'answers come back on the connection', `${source.node.local}/${local}`)
  }
}

function readAnswer({ source, optional }: Assertion, draft: Draft): void {
  if (optional) {
    draft.yours(source, 'it is optional, and not asked of answers', nameOf(source))
    return
  }
  if (!isSecurity(source)) {
    draft.unmet(source, UNKNOWN, nameOf(source))
    return
  }
  const { local } = source.node
  if (draft.binding === 'transport' && /^(?:Signed|Encrypted)Parts$/.test(local)) return
  if (local === 'SignedParts') readParts(source, draft.signed, draft)
  else if (local === 'EncryptedParts') readParts(source, draft.encryptedAnswers, draft)
  else draft.unmet(source, UNKNOWN)
}

/** What follows from all of it together. */
function settle(draft: Draft, strong: boolean): void {
  const { sign, encrypt, signed, encryptedAnswers, timestamp } = draft
  if (draft.signs && timestamp) sign.add('Timestamp')
  if (draft.signs && sign.size === 0) draft.signs = false
  const weak = draft.signs || encrypt.size + signed.size + encryptedAnswers.size > 0
  if (!weak || strong || !draft.suite) return
  const { local } = draft.suite.node
  if (isSpoken(local)) draft.speaks = local
  else draft.unmet(draft.suite, 'a sender does not speak it', `AlgorithmSuite/${local}`)
}
