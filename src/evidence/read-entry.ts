/** Reads an entry of evidence back, and holds its bytes against their hash. */
import { createHash } from 'node:crypto'
import { z } from 'zod'

const signature = z.looseObject({
  kind: z.enum(['signature', 'mac']),
  form: z.enum(['wss', 'soap-dsig']),
  peer: z.string(),
  algorithm: z.string(),
  value: z.string(),
  covers: z.array(z.string()),
  chain: z.array(z.string()),
})

const entry = z.looseObject({
  number: z.number(),
  time: z.string(),
  direction: z.enum(['received', 'sent']),
  exchange: z.string(),
  policy: z.string(),
  contentType: z.string(),
  packed: z.object({ contentType: z.string(), hash: z.string(), length: z.number() }).optional(),
  transport: z.string().optional(),
  messageId: z.string().optional(),
  peer: z.looseObject({ name: z.string().optional() }).optional(),
  signatures: z.array(signature),
  sha256: z.string(),
  length: z.number(),
  bytes: z.string(),
})

/** As it stands in its line. */
export type KeptEntry = z.output<typeof entry>
export type KeptSignature = KeptEntry['signatures'][number]

export interface ReadEntry {
  readonly entry: KeptEntry | undefined
  /** The message. */
  readonly message: Buffer
  /** Why it is not as it was written. */
  readonly wrong: string | undefined
}

export function readEntry(line: Buffer): ReadEntry {
  const read = entry.safeParse(parsed(line))
  if (!read.success) return { entry: undefined, message: Buffer.alloc(0), wrong: 'it is no entry' }
  const { sha256, length, bytes } = read.data
  const message = Buffer.from(bytes, 'base64')
  const same =
    message.length === length && createHash('sha256').update(message).digest('hex') === sha256
  const wrong = same ? undefined : 'its bytes do not have the hash that it says'
  return { entry: read.data, message, wrong }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}
