/** Checks that what policies refer to is there, and that somebody can meet them. */
import { type Complain, expectedOneOf, quoted } from './check-peers.js'
import { addressesOf } from './routes.js'
import type { LEVELS, PeerConfig, Security } from './security.js'
import { leavesBodyOut } from './signed-parts.js'

type Policy = Security['policies'][number]
type Level = (typeof LEVELS)[number]

/** What policies refer to, by names. */
export interface Named {
  readonly transports: readonly string[]
  /** Plugins, and paths that routes ask for. */
  readonly paths: readonly string[]
  readonly routes: readonly string[]
  readonly destinations: Readonly<Record<string, Parameters<typeof addressesOf>[0]>>
  /** True for a URL of a transport that protects what is sent there by TLS. */
  readonly isProtected: (url: string) => boolean
}

export function checkPolicies(security: Security, named: Named, complain: Complain): void {
  const names = new Set<string>()
  for (const [index, policy] of security.policies.entries()) {
    const at: Complain = (path, sentence) => complain([index, ...path], sentence)
    const { name } = policy
    if (name !== undefined && names.has(name)) {
      at(['name'], `expected another name than a policy before has, got ${quoted(name)}`)
    }
    if (name !== undefined) names.add(name)
    checkConditions(policy, named, at)
    for (const [position, peer] of (policy.peers ?? []).entries()) {
      if (Object.hasOwn(security.peers, peer)) continue
      at(['peers', position], expectedOneOf('security.peers', security.peers, peer))
    }
    checkLevels(policy, security, at)
    checkSigned(policy, at)
    checkSends(policy, security, at)
    checkPasswordType(policy, named, at)
    checkSuite(policy, at)
  }
}

function checkConditions(policy: Policy, named: Named, at: Complain): void {
  const { transport, path, mailbox, operation, route, destination } = policy
  const checkNames = (key: string, names: readonly string[], got: string | undefined) => {
    if (got === undefined || names.includes(got)) return
    const there = names.length === 0 ? 'there is none' : `expected one of ${names.join(', ')}`
    at([key], `${there}, got ${quoted(got)}`)
  }
  checkNames('transport', named.transports, transport)
  checkNames('path', named.paths, path)
  checkNames('route', named.routes, route)
  checkNames('destination', Object.keys(named.destinations), destination)
  const others = { transport, path, mailbox, operation, route }
  const beside = Object.entries(others).find(([, value]) => value !== undefined)
  if (destination !== undefined && beside) {
    at([beside[0]], 'expected no other condition beside destination')
  }
}

/** What a peer needs so that its messages can be of a level; `tls` and the like are up to transports. */
const MEETS: Readonly<Partial<Record<Level, (peer: PeerConfig) => boolean>>> = {
  password: ({ password, digestPassword, apiKey, token }) =>
    [password, digestPassword, apiKey, token].some((one) => one !== undefined),
  mac: ({ sharedKey, signs }) => sharedKey !== undefined || signs !== undefined,
  signature: ({ signs }) => signs !== undefined,
  'non-repudiation': ({ signs }) => signs !== undefined,
}

const NEEDS: Readonly<Partial<Record<Level, string>>> = {
  password: 'password, digestPassword, apiKey or token',
  mac: 'sharedKey or signs',
  signature: 'signs',
  'non-repudiation': 'signs',
}

function checkLevels(policy: Policy, { peers, certificate }: Security, at: Complain): void {
  const { require, encrypted } = policy
  const levels = typeof require === 'string' ? [require] : require
  const senders = (policy.peers ?? Object.keys(peers)).flatMap((name) => peers[name] ?? [])
  for (const level of levels) {
    const meets = MEETS[level]
    if (!meets || senders.some(meets)) continue
    const who = policy.peers ? policy.peers.join(', ') : 'any peer'
    at(['require'], `expected ${NEEDS[level]} of ${who} in security.peers, for ${quoted(level)}`)
  }
  if (levels.includes('non-repudiation') && certificate === undefined) {
    at(['require'], 'expected security.certificate and key, by which evidence is signed')
  }
  if (encrypted.length > 0 && certificate === undefined) {
    at(['encrypted'], 'expected security.certificate and key, to which others encrypt')
  }
}

/** What nobody has signed is the sender's only where TLS has protected it. */
function checkSigned(policy: Policy, at: Complain): void {
  if (!leavesBodyOut(policy)) return
  const { require, signed } = policy
  const levels = typeof require === 'string' ? [require] : require
  if (levels.includes('non-repudiation')) {
    at(['signed'], 'expected Body in it: what is not signed can be denied')
  } else if (!levels.some((level) => TLS.has(level))) {
    at(
      ['signed'],
      'expected Body in it, or tls in require: without TLS nobody knows whose Body it is',
    )
  } else if (signed.length === 0) {
    at(['signed'], 'expected one part or more, such as Timestamp')
  }
}

/** Levels that are met over TLS only. */
const TLS: ReadonlySet<Level> = new Set(['tls', 'client-certificate'])

function checkSends(policy: Policy, { peers, certificate }: Security, at: Complain): void {
  const { sends } = policy
  if (!sends) return
  const { form, sign, encrypt, order, to, mac, algorithm, user, password } = sends
  const says: Complain = (path, sentence) => at(['sends', ...path], sentence)
  if (to !== undefined && !Object.hasOwn(peers, to)) {
    says(['to'], expectedOneOf('security.peers', peers, to))
    return
  }
  // Who sent the request, if nobody is named.
  const names = to === undefined ? (policy.peers ?? Object.keys(peers)) : [to]
  const receivers = names.flatMap((name) => peers[name] ?? [])
  if (sign.length > 0 && !mac && certificate === undefined) {
    says(['sign'], 'expected security.certificate and key, or mac')
  }
  if (mac && sign.length === 0) says(['mac'], 'expected sign with it: the parts that it covers')
  if (mac && !receivers.some(({ sharedKey }) => sharedKey !== undefined)) {
    says(['mac'], `expected sharedKey of ${to ?? 'a peer'} in security.peers`)
  }
  if (mac && algorithm !== undefined) {
    says(['algorithm'], 'expected it without mac, whose algorithm is HMAC-SHA256')
  }
  if (encrypt.length > 0 && !receivers.some(canDecrypt)) {
    const whose = to ?? 'a peer'
    says(['encrypt'], `expected encryptTo or signs.certificates of ${whose} in security.peers`)
  }
  if ((user === undefined) !== (password === undefined)) {
    says([], 'expected user and password, or neither')
  }
  if (order === 'encrypt-first') checkOrder(sign, encrypt, says)
  if (form === 'wss') return
  if (policy.replays === 'dated') {
    at(['replays'], 'expected once or refuse: a message by SOAP-DSIG has no Timestamp')
  }
  if (encrypt.length > 0) says(['encrypt'], 'expected form wss: SOAP-DSIG encrypts nothing')
  if (user !== undefined) says(['user'], 'expected form wss: SOAP-DSIG has no UsernameToken')
  const own = sign.findIndex((part) => part === 'Timestamp' || part === 'UsernameToken')
  if (own >= 0) says(['sign', own], `expected form wss: SOAP-DSIG has no ${sign[own]}`)
}

/** What is signed after it was encrypted is a ciphertext, which of an attachment is another attachment. */
function checkOrder(sign: readonly string[], encrypt: readonly string[], says: Complain): void {
  if (sign.length === 0 || encrypt.length === 0) {
    says(['order'], 'expected sign and encrypt with it, or sign-first')
  }
  for (const [index, part] of encrypt.entries()) {
    if (part === 'Signature') {
      says(['encrypt', index], 'expected order sign-first: there is no Signature before')
    } else if (part === 'Attachments' && sign.includes(part)) {
      says(
        ['encrypt', index],
        'expected order sign-first: an attachment counts as signed as it is used',
      )
    }
  }
}

/** Whoever reads it on the way has the password. */
function checkPasswordType(
  { sends, destination }: Policy,
  { destinations, isProtected }: Named,
  at: Complain,
): void {
  if (sends?.passwordType !== 'text') return
  const says = (sentence: string) => at(['sends', 'passwordType'], sentence)
  if (sends.user === undefined) says('expected user and password with it')
  const to = destination === undefined ? undefined : destinations[destination]
  if (destination === undefined) {
    says('expected digest, or a policy with destination: answers have no password as text')
  } else if (to && !addressesOf(to).every(isProtected)) {
    says(
      `expected digest, or an https: URL of the destination ${destination}: a password as text is sent over TLS only`,
    )
  }
}

function canDecrypt({ encryptTo, signs }: PeerConfig): boolean {
  return encryptTo !== undefined || (signs?.certificates ?? []).length > 0
}

/** The suite decides alone: what is said of algorithms beside it. */
function checkSuite({ suite, encrypted, sends }: Policy, at: Complain): void {
  if (suite === undefined || suite === 'strong') return
  if (sends?.cipher !== undefined) {
    at(['sends', 'cipher'], `expected none beside the suite ${suite}, which decides it`)
  }
  // An answer is signed by the algorithm of its request; it says what is used where nobody has signed that.
  if (sends?.algorithm !== undefined && sends.algorithm !== 'rsa-sha256') {
    at(['sends', 'algorithm'], `expected rsa-sha256 or none beside the suite ${suite}`)
  }
  if (suite.endsWith('GCM')) return
  const why = `expected no Attachments in it: ${suite} encrypts by AES-CBC, which shows nobody whether an attachment was changed`
  if (encrypted.includes('Attachments')) at(['encrypted'], why)
  if (sends?.encrypt.includes('Attachments')) at(['sends', 'encrypt'], why)
}
