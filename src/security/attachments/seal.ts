/** Makes attachments ready for a security block that signs or encrypts them. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { randomId } from '../../base/time.js'
import type { Attachment, PartField } from '../../message/message.js'
import { fieldsOf } from '../../message/mime/part-fields.js'
import type { Binary } from '../../xml/binary.js'
import { cipherNamed, type GcmName, type SealingCipher } from '../encryption/algorithms.js'
import { isCbc } from '../encryption/decipher.js'
import type { SealedAttachments } from '../pending.js'
import type { HashName } from '../signature/digests.js'
import { signedOctets } from './octets.js'

export interface AttachmentSealing {
  readonly sign: boolean
  readonly encrypt: boolean
  /** By others they are never encrypted: whether one was changed must show without what it is decrypted to. */
  readonly cipher: SealingCipher
  /** Default: `sha256`. */
  readonly digest?: HashName | undefined
}

const IV = 12
const TAG = 16

/** Digests are of what is sent, before it is encrypted; one without a Content-ID gets one. */
export async function sealAttachments(
  originals: readonly Attachment[],
  { sign, encrypt, cipher, digest = 'sha256' }: AttachmentSealing,
): Promise<{ readonly attachments: readonly Attachment[]; readonly sealed: SealedAttachments }> {
  const { name, keyBytes } = cipherNamed(cipher)
  const secret = randomBytes(keyBytes)
  const named = originals.map(withId)
  const signed: SealedAttachments['signed'][number][] = []
  const size = originals.reduce((sum, { content }) => sum + content.size, 0)
  for (const one of sign ? named : []) signed.push({ id: one.id, ...(await digestOf(one, digest)) })
  if (!encrypt) return { attachments: named, sealed: { signed, size, encrypted: [], secret } }
  if (isCbc(name)) throw new TypeError('attachments are not encrypted by AES-CBC')
  const encrypted = named.map(({ id, contentType }) => ({ id, contentType }))
  const attachments = named.map((one) => enciphered(one, name, secret))
  return { attachments, sealed: { signed, size, encrypted, secret } }
}

type Named = Attachment & { readonly id: string }

function withId(attachment: Attachment): Named {
  const { id = `attachment-${randomId()}@waybill`, fields } = attachment
  if (attachment.id !== undefined) return { ...attachment, id }
  return { ...attachment, id, fields: fields && [...fields, ['Content-ID', `<${id}>`]] }
}

async function digestOf(
  attachment: Attachment,
  name: HashName,
): Promise<{ readonly digest: Buffer; readonly digested: number }> {
  const hash = createHash(name)
  let digested = 0
  const counts = (octets: number) => {
    digested += octets
  }
  for await (const octets of signedOctets(attachment, true, counts)) hash.update(octets)
  return { digest: hash.digest(), digested }
}

/** SwA Profile 1.1 §5.5.3: the ciphertext takes the place of the content, as application/octet-stream. */
function enciphered(attachment: Named, name: GcmName, secret: Buffer): Attachment {
  const contentType = 'application/octet-stream'
  const fields = (attachment.fields ?? fieldsOf(attachment)).map(
    ([field, value]): PartField =>
      field.toLowerCase() === 'content-type' ? [field, contentType] : [field, value],
  )
  const content = new Ciphertext(attachment.content, name, secret)
  return { ...attachment, contentType, fields, content }
}

/** XML Encryption 1.1 §5.2.4; made again, and the same, each time that it is read. */
class Ciphertext implements Binary {
  readonly size: number
  readonly #content: Binary
  readonly #name: GcmName
  readonly #secret: Buffer
  readonly #iv = randomBytes(IV)

  constructor(content: Binary, name: GcmName, secret: Buffer) {
    this.size = IV + content.size + TAG
    this.#content = content
    this.#name = name
    this.#secret = secret
  }

  async bytes(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    for await (const piece of this.stream()) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  async *stream(): AsyncIterable<Uint8Array> {
    const cipher = createCipheriv(this.#name, this.#secret, this.#iv)
    yield this.#iv
    for await (const portion of this.#content.stream()) yield cipher.update(portion)
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }
}
