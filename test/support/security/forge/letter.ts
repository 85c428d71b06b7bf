/** A message that a known peer has really signed, in its pieces, and the people who are about it. */
import { type Issued, issue } from '../issue.js'
import { signature, signedInfo, valueFor } from './sign.js'
import {
  body,
  DS,
  entry,
  namespaceOfSoap,
  reference,
  SEC,
  SEC_ID,
  type Soap,
  timestamp,
  token,
  tokenReference,
  toToken,
  WSSE,
  WSU_ID,
  x509Certificate,
  x509Data,
} from './texts.js'

export type Form = 'wss' | 'soap-dsig'

/** All are made once for a process. */
export interface People {
  readonly authority: Issued
  /** What is secret is encrypted to it. */
  readonly node: Issued
  /** A peer. */
  readonly alice: Issued
  /** Another peer. */
  readonly bob: Issued
  /** Nobody knows her: she has signed her certificate herself. */
  readonly mallory: Issued
  /** Hers too: subject, issuer and serial number as those of alice, by an authority of the same name. */
  readonly twin: Issued
  /** Hers too: issued by alice's own certificate, which is no authority's. */
  readonly below: Issued
  /** The same authority's, and a stranger's all the same. */
  readonly neighbour: Issued
}

let made: Promise<People> | undefined

export function people(): Promise<People> {
  made ??= makePeople()
  return made
}

async function makePeople(): Promise<People> {
  const root = { subject: 'CN=Example Authority, O=Example, C=NL', ca: true } as const
  const named = (name: string) => ({ subject: `CN=${name}, O=Example, C=NL`, type: 'rsa' }) as const
  const serial = 0x5a17e5n
  const [authority, other] = await Promise.all([issue(root), issue(root)])
  const alice = await issue({ ...named('alice'), serial }, authority)
  const [node, bob, mallory, twin, below, neighbour] = await Promise.all([
    issue(named('node'), authority),
    issue(named('bob'), authority),
    issue(named('mallory')),
    issue({ ...named('alice'), serial }, other),
    issue(named('alice'), alice),
    issue(named('neighbour'), authority),
  ])
  return { authority, node, alice, bob, mallory, twin, below, neighbour }
}

export interface Kit extends People {
  readonly soap: Soap
  readonly form: Form
  /** When the message is written, in milliseconds since 1970. */
  readonly at: number
}

/** Everything of it is text; whoever changes a piece forges the message. */
export interface Letter {
  readonly kit: Kit
  /** Before the envelope. */
  readonly prolog: string
  /** More attributes of Envelope. */
  readonly envelope: string
  /** Blocks before the security block. */
  readonly before: string
  /** Attributes of the security block. */
  readonly attributes: string
  /** What its start holds, before the signature. */
  readonly tokens: string
  readonly info: string
  readonly value: string
  readonly keyInfo: string
  /** What stands in ds:Signature behind KeyInfo. */
  readonly objects: string
  /** What stands in the security block behind the signature. */
  readonly rest: string
  /** Blocks after the security block. */
  readonly after: string
  readonly body: string
  /** Behind Body, in Envelope. */
  readonly trailer: string
}

export const HONEST = 'honest'
export const FORGED = 'forged'

/**
 * @param references  more that is signed with Body
 * @param time        its Timestamp in WS-Security; an empty text: none
 */
export function letter(
  kit: Kit,
  references: readonly string[] = [],
  signer = kit.alice,
  time = timestamp(kit.at),
): Letter {
  const { soap, form } = kit
  const wss = form === 'wss'
  const text = body(soap, entry(HONEST), 'Body', wss ? WSU_ID : SEC_ID)
  const own = [reference('#Body', text), ...(wss && time !== '' ? [reference('#Time', time)] : [])]
  const info = signedInfo([...own, ...references])
  return {
    kit,
    prolog: '',
    envelope: '',
    before: '',
    attributes: ' s:mustUnderstand="1"',
    tokens: wss ? token(signer.certificate.raw) + time : '',
    info,
    value: valueFor(info, signer.key),
    keyInfo: wss ? tokenReference(toToken()) : x509Data(x509Certificate(signer.certificate.raw)),
    objects: '',
    rest: '',
    after: '',
    body: text,
    trailer: '',
  }
}

export const forgedBody = (
  { soap, form }: Kit,
  id = 'Body',
  kind = form === 'wss' ? WSU_ID : SEC_ID,
) => body(soap, entry(FORGED), id, kind)

/** A forged Body without an id. */
export const nameless = ({ soap }: Kit) => body(soap, entry(FORGED))

export const signatureOf = ({ info, value, keyInfo, objects }: Letter) =>
  signature(info, value, keyInfo, objects)

/** A security block with any content. */
export function block({ soap, form }: Kit, attributes: string, content: string): string {
  const declared = ` xmlns:s="${namespaceOfSoap(soap)}"${attributes}`
  return form === 'wss'
    ? `<wsse:Security xmlns:wsse="${WSSE}"${declared}>${content}</wsse:Security>`
    : `<sec:Signature xmlns:sec="${SEC}"${declared}>${content}</sec:Signature>`
}

export const securityOf = (letter: Letter) =>
  block(letter.kit, letter.attributes, letter.tokens + signatureOf(letter) + letter.rest)

/** @param security  what stands in place of the security block */
export function write(letter: Letter, security = securityOf(letter)): string {
  const { kit, prolog, envelope, before, after, body: text, trailer } = letter
  return (
    `${prolog}<s:Envelope xmlns:s="${namespaceOfSoap(kit.soap)}" xmlns:ds="${DS}"${envelope}>` +
    `<s:Header>${before}${security}${after}</s:Header>${text}${trailer}</s:Envelope>`
  )
}
