/** The ids and the business keys that an event is known by, and what is kept of them so that a page without them is not read. */
import type { NodeEvent } from '../../message/events/events.js'
import { keptOf } from './keys/query.js'
import { keysOf } from './values.js'

/** Each calls `found` with an id, none of them empty. */
export function eachId(event: NodeEvent, found: (id: string) => void): void {
  switch (event.event) {
    case 'exchange':
      found(event.exchange)
      if (event.traceId) found(event.traceId)
      if (event.messageId) found(event.messageId)
      if (event.mailId) found(event.mailId)
      if (event.answers) found(event.answers)
      return
    case 'job':
      found(event.exchange)
      found(event.job)
      if (event.traceId) found(event.traceId)
      if (event.messageId) found(event.messageId)
      return
    case 'refused':
      if (event.messageId) found(event.messageId)
      return
    case 'action':
      for (const id of event.ids ?? []) found(id)
      return
    case 'breaker':
    case 'connection':
    case 'opinion':
  }
}

/** Calls `found` with `hashOfKept` each business key. */
export function eachKeyHash(event: NodeEvent, found: (hash: number) => void): void {
  for (const key of keysOf(event)) found(hashOfKept(keptOf(key)))
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
const BASIS = 0x811c9dc5
const PRIME = 0x01000193
/** What is the same id with it and without it: brackets of a Message-ID, dashes of a UUID. */
const DASH = 0x2d
const LESS = 0x3c
const GREATER = 0x3e
/** Makes ASCII letters small; what it does to other characters, it does to all alike. */
const SMALL = 0x20

/** 32 bits, the same for all ways to write an id. */
export function hashOf(id: string): number {
  let hash = BASIS
  for (let at = 0; at < id.length; at += 1) {
    const character = id.charCodeAt(at)
    if (character === DASH || character === LESS || character === GREATER) continue
    hash = Math.imul(hash ^ (character | SMALL), PRIME)
  }
  return hash >>> 0
}

/** Not where those of ids begin: a value that many messages have leads no search for an id astray. */
const KEY_BASIS = BASIS ^ 0x6b6579

/** 32 bits of what is kept of a business key: its value, or the keyed hash of that. */
export function hashOfKept(kept: string): number {
  let hash = KEY_BASIS
  for (let at = 0; at < kept.length; at += 1) {
    hash = Math.imul(hash ^ kept.charCodeAt(at), PRIME)
  }
  return hash >>> 0
}
