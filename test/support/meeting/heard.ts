/** Reads what came as an answer, as far as promises are about it. */
import { bodyOf } from '../mail/client.js'
import type { Heard } from '../promises/history.js'

/** @returns undefined for what is no envelope */
export function answerIn(text: string): (Heard & { readonly kind: 'reply' | 'fault' }) | undefined {
  if (!text.includes('Envelope')) return undefined
  const [, token] = /token(?: [^<>]*)?>([^<]+)</.exec(text) ?? []
  const kind = /<(?:\w+:)?Fault[ >]/.test(text) ? 'fault' : 'reply'
  return { kind, text: text.slice(0, 2_000), token }
}

/** The same of a mail. */
export function answerInMail(content: string): ReturnType<typeof answerIn> {
  const parts = content.split(/\r\n--[^\r\n]+\r\n/).map((part) => bodyOf({ content: part }))
  return parts.map(answerIn).find((answer) => answer !== undefined)
}
