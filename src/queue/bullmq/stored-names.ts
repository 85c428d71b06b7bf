/** Names under which BullMQ and the store keep things: ids and keys of any text become ones they take. */
import { createHash } from 'node:crypto'

/** BullMQ refuses ids with a colon and those that are whole numbers. */
export function toStoredId(id: string): string {
  if (id === '') throw new TypeError('a job needs an id')
  const encoded = encodeURIComponent(id)
  if (!/^-?\d+$/.test(encoded)) return encoded
  return `%${encoded.charCodeAt(0).toString(16)}${encoded.slice(1)}`
}

export function fromStoredId(stored: string): string {
  try {
    return decodeURIComponent(stored)
  } catch {
    // Not one of ours.
    return stored
  }
}

/** Where the envelope of a job is in the store. */
export function bodyKey(id: string): string {
  return `body.${digest(id)}`
}

/** Where the answer of one attempt of a job is in the store. */
export function resultKey(id: string, attempt: string): string {
  return `result.${digest(id)}.${attempt}`
}

/** Where the binding of a key is in the store. */
export function claimKey(key: string): string {
  return `claim.${digest(key)}`
}

/** Where it stands that an operator changes a job just now. */
export function deskKey(id: string): string {
  return `desk.${digest(id)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
