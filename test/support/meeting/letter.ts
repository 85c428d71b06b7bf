/** Writes the message of a case: as an honest sender does, or as somebody who tries to pass by its policy. */
import { createPrivateKey } from 'node:crypto'
import type { Attachment, Packaging } from '../../../src/message/message.js'
import { sealAttachments } from '../../../src/security/attachments/seal.js'
import { type PartName, type Sealing, sealing } from '../../../src/security/seal.js'
import { SOAP_11, SOAP_12, SoapVersions } from '../../../src/soap/version.js'
import { HeldBinary } from '../../../src/xml/binary.js'
import { atOnce } from '../../../src/xml/walk.js'
import type { People } from '../security/forge/letter.js'
import { WSSE, WSU } from '../security/forge/texts.js'
import { ANONYMOUS, endpoint, NONE, wsa } from '../wire/addressing.js'
import type { Case } from './factors.js'

export const MEETING = 'urn:example:meeting'
export const EXPECTED = `{${MEETING}}Known`
export const EXTRA = `{${MEETING}}Extra`
export const PASSWORD = 'a secret of theirs'

export interface Letter {
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly packaging: Packaging | undefined
  /** Whose connection it comes over, and with what it is shown. */
  readonly connection: Connection
}

export interface Connection {
  readonly who: 'alice' | 'abroad'
  readonly certificate: boolean
  readonly password: boolean
}

export interface Writing {
  readonly number: number
  readonly one: Case
  readonly token: string
  readonly block: string
  readonly messageId: string
  /** Where answers go, if an address is named. */
  readonly replyTo: string
}

const VERSIONS = new SoapVersions()
const SIGNATURES: readonly Case['proof'][] = ['body', 'parts', 'encrypted', 'soap-dsig']
const ON_THE_WAY: readonly Case['way'][] = ['relay', 'store', 'request-reply']

export const isSigned = ({ proof }: Case) => SIGNATURES.includes(proof)
export const goesOn = ({ way }: Pick<Case, 'way'>) => ON_THE_WAY.includes(way)
export const operationOf = (number: number) => `{${MEETING}}C${number}`

/** True if the signature covers the header block that has a handler. */
export const signsBlock = (one: Case) =>
  isSigned(one) && one.proof !== 'body' && one.block === 'handled'

/** What the policy of a case asks to be signed, and its sender signs. */
export function partsOf(one: Case): readonly PartName[] {
  if (!isSigned(one)) return []
  const addressed = one.proof !== 'body' || one.answerTo === 'address' || one.message === 'many'
  return [
    'Body',
    ...(one.freshness === 'none' ? [] : ['Timestamp']),
    ...(addressed ? ['Addressing'] : []),
    ...(signsBlock(one) ? [EXPECTED] : []),
    ...(signsAttachments(one) ? ['Attachments'] : []),
  ]
}

const signsAttachments = (one: Case) => one.proof === 'parts' && one.message === 'swa'

export async function write(writing: Writing, people: People): Promise<Letter> {
  const { one } = writing
  const who = one.attempt === 'elsewhere' ? 'abroad' : 'alice'
  const proven = one.attempt !== 'unproven' && one.attempt !== 'behind-another'
  const connection: Connection = {
    who,
    certificate: proven && (one.proof === 'client-certificate' || one.evidence === 'on'),
    password: proven && one.proof === 'password',
  }
  const attachments = attachmentsOf(writing)
  const plain = { text: envelopeOf(writing), attachments }
  const done = proven ? await sealed(plain, writing, people, who) : plain
  const packed = one.message === 'mtom' ? withIncluded(done.text, writing) : { ...done }
  return {
    ...packed,
    connection,
    packaging: one.message === 'mtom' ? 'xop' : one.message === 'swa' ? 'attachments' : undefined,
  }
}

interface Plain {
  readonly text: string
  readonly attachments: readonly Attachment[]
}

async function sealed(
  plain: Plain,
  { one }: Writing,
  people: People,
  who: Connection['who'],
): Promise<Plain> {
  if (one.proof !== 'digest' && !isSigned(one)) return plain
  const dsig = one.proof === 'soap-dsig'
  const { certificate, keyPem } = who === 'alice' ? people.alice : people.bob
  const own = { certificate, key: createPrivateKey(keyPem), chain: [] }
  const input: Sealing = {
    form: dsig ? 'soap-dsig' : 'wss',
    sign: [],
    encrypt: [],
    key: { kind: 'signature', own },
    reference: 'token',
    cipher: 'aes256-gcm',
    timestamp: one.freshness === 'timestamp' ? 300_000 : undefined,
    actor: actorFor(one),
    at: Date.now(),
    versions: VERSIONS,
  }
  const seal = (text: string, more: Partial<Sealing>) =>
    atOnce(sealing(text, { ...input, ...more })).text
  if (one.proof === 'digest') {
    const user = { name: who, password: PASSWORD, form: 'digest' } as const
    return { ...plain, text: seal(plain.text, { user }) }
  }
  const sign = partsOf(one).filter((part) => part !== 'Attachments')
  if (one.attempt === 'mixed') {
    // The body of one message that was signed alone, in another one of the same sender.
    const alone = seal(plain.text, { sign: ['Body'], timestamp: undefined })
    const others = sign.filter((part) => part !== 'Body')
    return { ...plain, text: seal(alone, { sign: others.length > 0 ? others : ['Addressing'] }) }
  }
  const unsigned = one.attempt === 'unsigned-place' ? ['Addressing'] : []
  const { sealed: attached, attachments } = signsAttachments(one)
    ? await sealAttachments(plain.attachments, { sign: true, encrypt: false, cipher: 'aes256-gcm' })
    : { sealed: undefined, attachments: plain.attachments }
  const text = seal(plain.text, {
    sign: sign.filter((part) => !unsigned.includes(part)),
    attached,
    ...(one.proof === 'encrypted' && { encrypt: ['Body'], to: people.node.certificate }),
  })
  return { text, attachments }
}

/** A node on the way opens what is for it; where it has no policy, all is for the last node. */
export function actorFor(one: Case): string | undefined {
  if (!goesOn(one) || one.policy === 'none') return undefined
  return one.soap === '1.1' ? SOAP_11.next : SOAP_12.next
}

function envelopeOf(writing: Writing): string {
  const { number, one, token, block, messageId, replyTo } = writing
  const { namespace, actorAttribute } = one.soap === '1.1' ? SOAP_11 : SOAP_12
  const actor = actorFor(one)
  const to = actor === undefined ? '' : ` s:${actorAttribute}="${actor}"`
  const own = (name: string, text: string) =>
    `<m:${name} xmlns:m="${MEETING}"${to}>${text}</m:${name}>`
  const replyAddress = { connection: ANONYMOUS, address: replyTo, none: NONE }[one.answerTo]
  const many = one.message === 'many' ? 8 : 0
  const header = [
    wsa('Action', `${MEETING}:act`),
    wsa('MessageID', messageId),
    endpoint('ReplyTo', replyAddress),
    ...Array.from({ length: many }, (_, n) =>
      wsa('RelatesTo', `urn:example:${n}:${token}`, ` RelationshipType="urn:example:beside"`),
    ),
    ...(one.block === 'handled' ? [own('Known', block)] : []),
    ...(one.attempt === 'unsigned-block' ? [own('Extra', `extra-${token}`)] : []),
    ...(one.freshness === 'no-expires' ? [createdOnly(one, to)] : []),
  ]
  const padding = one.size === 'large' ? `<m:pad>${'large '.repeat(20_000)}</m:pad>` : ''
  const body =
    `<m:C${number} xmlns:m="${MEETING}"><m:token>${token}</m:token>` +
    `<m:data>${dataOf(token).toString('base64')}</m:data>${padding}</m:C${number}>`
  return `<s:Envelope xmlns:s="${namespace}"><s:Header>${header.join('')}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
}

const dataOf = (token: string) => Buffer.from(`data of ${token} `.repeat(20))

/** What the sender's software has no option for: a Timestamp that names no end. */
function createdOnly({ proof }: Case, to: string): string {
  if (proof === 'soap-dsig') return ''
  const created = new Date().toISOString()
  return (
    `<wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" s:mustUnderstand="1"${to}>` +
    `<wsu:Timestamp wsu:Id="Time"><wsu:Created>${created}</wsu:Created></wsu:Timestamp></wsse:Security>`
  )
}

function attachmentsOf({ one, token }: Writing): readonly Attachment[] {
  if (one.message !== 'swa') return []
  const size = one.size === 'large' ? 1_500_000 : 100
  const content = new HeldBinary(Buffer.from(`attachment of ${token}\r\n`.padEnd(size, '.')))
  return [{ contentType: 'application/octet-stream', id: `part-${token}@example`, content }]
}

const XOP = 'http://www.w3.org/2004/08/xop/include'

/** The bytes go beside the envelope; the signature covers the base64 that they stand for. */
function withIncluded(text: string, { token }: Writing): Plain {
  const id = `data-${token}@example`
  const found = /(<m:data>)([A-Za-z0-9+/=]+)(<\/)/
  const body = text.indexOf('<s:Body')
  const [whole = '', start = '', base64 = '', end = ''] = found.exec(text.slice(body)) ?? []
  if (whole === '') throw new Error('there are no bytes to be put beside the envelope')
  const include = `<xop:Include xmlns:xop="${XOP}" href="cid:${id}"/>`
  const content = new HeldBinary(Buffer.from(base64, 'base64'))
  return {
    text: text.slice(0, body) + text.slice(body).replace(whole, `${start}${include}${end}`),
    attachments: [{ contentType: 'application/octet-stream', id, content }],
  }
}
