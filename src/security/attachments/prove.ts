/** Does what a security block asks of attachments, in its order: decrypts them, and holds them against signatures. */
import { createDecipheriv, createHash, type DecipherGCM, timingSafeEqual } from 'node:crypto'
import type { Attachment, PartField } from '../../message/message.js'
import type { Spool } from '../../message/spool/index.js'
import { type Binary, HeldBinary } from '../../xml/binary.js'
import { failed } from '../encryption/failed.js'
import { SecurityFailure } from '../failure.js'
import type { Opened } from '../opening.js'
import type { PendingDecryption, PendingDigest } from '../pending.js'
import type { Verdict } from '../verdict.js'
import type { Work } from '../work.js'
import { signedOctets } from './octets.js'

/** Where the attachments of a message are, and where what was decrypted is kept. */
interface Beside {
  readonly attachments: readonly Attachment[]
  /** Default: in memory. */
  readonly spool?: Spool | undefined
}

/**
 * An attachment counts as signed as it is used: one that is decrypted after its signature was checked against it does not.
 *
 * @returns the attachments as they are used, and what signatures cover of them
 * @throws SecurityFailure
 */
export async function proveAttachments(
  { pending, verdict, work }: Pick<Opened, 'pending' | 'verdict' | 'work'>,
  { attachments, spool }: Beside,
): Promise<{ readonly verdict: Verdict; readonly attachments: readonly Attachment[] }> {
  if (pending.length === 0) return { verdict, attachments }
  const now = new Map<string, Attachment>()
  for (const one of attachments) if (one.id !== undefined) now.set(one.id, one)
  const covers = verdict.signatures.map(() => new Set<string>())
  const decrypted = new Set<string>()
  // Of one attachment, each digest is computed once, however many signatures ask for it.
  const digests = new Map<string, Buffer>()
  for (const step of pending) {
    const attachment = now.get(step.id)
    if (!attachment) throw missing(step.id)
    if (step.kind === 'decryption') {
      now.set(step.id, await decrypt(attachment, step, spool))
      decrypted.add(step.id)
      for (const signed of covers) signed.delete(step.id)
      for (const key of [...digests.keys()]) if (key.endsWith(` ${step.id}`)) digests.delete(key)
      continue
    }
    const key = `${step.hash} ${step.complete} ${step.id}`
    const found = digests.get(key) ?? (await digestOf(attachment, step, work))
    digests.set(key, found)
    if (!timingSafeEqual(found, step.digest)) {
      throw new SecurityFailure('FailedCheck', `the digest of cid:${step.id} is another one`)
    }
    covers[step.signature]?.add(step.id)
  }
  const signatures = verdict.signatures.map((one, index) => ({
    ...one,
    attachments: [...(covers[index] ?? [])],
  }))
  return {
    verdict: { ...verdict, signatures, decryptedAttachments: [...decrypted] },
    attachments: attachments.map((one) => (one.id === undefined ? one : (now.get(one.id) ?? one))),
  }
}

async function digestOf(
  attachment: Attachment,
  { complete, hash }: Pick<PendingDigest, 'complete' | 'hash'>,
  { digests }: Work,
): Promise<Buffer> {
  const running = createHash(hash)
  for await (const octets of signedOctets(attachment, complete, digests)) running.update(octets)
  return running.digest()
}

// XML Encryption 1.1 §5.2.4: an IV of 96 bits before the ciphertext, a tag of 128 bits behind it.
const IV = 12
const TAG = 16

/** SwA Profile 1.1 §5.5.4: the content gives way to what it is decrypted to, and has its own type again. */
async function decrypt(
  attachment: Attachment,
  { cipher, secret, contentType }: PendingDecryption,
  spool: Spool | undefined,
): Promise<Attachment> {
  const { content, fields } = attachment
  if (content.size < IV + TAG) throw failed()
  const plain = deciphered(content, cipher, secret)
  return {
    ...attachment,
    contentType,
    fields: fields && withType(fields, contentType),
    content: spool ? await spool.keep(plain) : await held(plain),
  }
}

/** @throws SecurityFailure at its end if somebody has changed it, or the key is another one */
async function* deciphered(
  content: Binary,
  cipher: PendingDecryption['cipher'],
  secret: Buffer,
): AsyncGenerator<Uint8Array> {
  let before = Buffer.alloc(0)
  let decipher: DecipherGCM | undefined
  for await (const portion of content.stream()) {
    let octets = Buffer.concat([before, portion])
    if (!decipher && octets.length >= IV) {
      decipher = createDecipheriv(cipher, secret, octets.subarray(0, IV), { authTagLength: TAG })
      octets = octets.subarray(IV)
    }
    // The last octets may be the tag.
    const end = decipher ? Math.max(0, octets.length - TAG) : 0
    if (decipher && end > 0) yield decipher.update(octets.subarray(0, end))
    before = octets.subarray(end)
  }
  if (!decipher || before.length !== TAG) throw failed()
  try {
    yield decipher.setAuthTag(before).final()
  } catch {
    // The tag is the only thing that can be wrong.
    throw failed()
  }
}

async function held(octets: AsyncIterable<Uint8Array>): Promise<Binary> {
  const pieces: Uint8Array[] = []
  for await (const piece of octets) pieces.push(piece)
  return new HeldBinary(Buffer.concat(pieces))
}

function withType(fields: readonly PartField[], contentType: string): readonly PartField[] {
  return fields.map(([name, value]) =>
    name.toLowerCase() === 'content-type' ? [name, contentType] : [name, value],
  )
}

export function missing(id: string): SecurityFailure {
  return new SecurityFailure('InvalidSecurity', `there is no attachment cid:${id}`)
}
