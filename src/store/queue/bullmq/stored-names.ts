/** Names under which BullMQ and the store keep things: ids and keys of any text become ones they take. */
import { hash } from 'node:crypto'

/** In the words of BullMQ, the name of the queue; what keeps queues apart is the prefix. */
export const QUEUE_NAME = 'jobs'

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

/** A key of any text as what stands in the name of a key of Redis. */
export function digestOf(text: string): string {
  return hash('sha256', text)
}
