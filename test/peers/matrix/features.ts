/** The rows of the matrix: what a client does with a server, and what has to come of it, whoever the two are. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Answer, Fields } from '../peer.js'
import type { Wire } from './wire.js'

/** A client and a server of the contract, and the wire between them. */
export interface Meeting {
  /** The client calls the server. */
  call(operation: string, fields: Fields): Promise<Answer>
  /** What the server got, and what it answered. */
  last: Wire['last']
  /** Waits until an operation has run for this text. */
  ran(operation: string, text: string): Promise<unknown>
}

type Trying = (meeting: Meeting) => Promise<void>

const VALUES = {
  text: 'Grüße <&> 𝄞 "日本"',
  count: '-2147483648',
  amount: '12345678901.25',
  at: '2026-02-28T23:59:58Z',
  open: 'true',
  items: 'tea|two  blanks|',
}

/** More than any of them leaves in the envelope. */
const CONTENT = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index % 256))

/** Each throws what is wrong. */
export const FEATURES = {
  async values({ call }) {
    const { text, count, amount, at = '', open, items } = await call('Echo', VALUES)
    const moment = `${new Date(at).toISOString().slice(0, 19)}Z`
    assert.deepEqual({ text, count, amount, at: moment, open, items }, VALUES)
  },
  async 'declared fault'({ call }) {
    const item = `nothing-${randomUUID()}`
    const { declared, item: reported, left } = await call('Reserve', { item, count: '1' })
    assert.ok(declared, 'no declared fault')
    assert.deepEqual({ reported, left }, { reported: item, left: '0' })
  },
  async 'undeclared fault'({ call }) {
    const { fault, reason } = await call('Reserve', { item: `broken-${randomUUID()}`, count: '1' })
    assert.match(String(fault), /^(Server|Receiver)$/)
    assert.ok(reason)
  },
  async 'header block of a request'({ call }) {
    const { result } = await call('Mark', { text: 'tea', caller: 'Ada' })
    assert.equal(result, 'tea, by Ada')
  },
  async 'header block of an answer'({ call }) {
    const { receipt } = await call('Mark', { text: 'tea', caller: 'Ada' })
    assert.equal(receipt, 'of tea')
  },
  async 'one-way'({ call, ran }) {
    const text = randomUUID()
    assert.equal((await call('Note', { text })).result, 'sent')
    await ran('Note', text)
  },
  async 'MTOM sent'({ call, last }) {
    const { content } = await call('Store', { content: CONTENT.toString('base64'), mtom: 'true' })
    assert.ok(isMtom(last().requested.contentType), last().requested.contentType)
    assert.ok(content === CONTENT.toString('base64'), 'other bytes came back')
  },
  async 'MTOM received'({ call, last }) {
    const { content } = await call('Store', { content: CONTENT.toString('base64'), mtom: 'true' })
    assert.ok(isMtom(last().answered.contentType), last().answered.contentType)
    assert.ok(content === CONTENT.toString('base64'), 'other bytes came back')
  },
  async addressing({ call, last }) {
    const fields = { item: `tea-${randomUUID()}`, count: '1', id: `urn:uuid:${randomUUID()}` }
    assert.match(String((await call('Reserve', fields)).result), /^R-/)
    const { requested: request, answered } = last()
    const id = blockOf('MessageID', request.body)
    assert.ok(id, 'there is no MessageID')
    assert.equal(blockOf('RelatesTo', answered.body), id)
  },
} as const satisfies Readonly<Record<string, Trying>>

/** Rows that `securedCells` tries. */
export const SECURITY_FEATURES = ['UsernameToken', 'signed', 'signed and encrypted'] as const

export type SecurityFeature = (typeof SECURITY_FEATURES)[number]

export type FeatureName = keyof typeof FEATURES | SecurityFeature

export const ROWS: readonly FeatureName[] = [
  ...(Object.keys(FEATURES) as (keyof typeof FEATURES)[]),
  ...SECURITY_FEATURES,
]

function isMtom(contentType: string): boolean {
  return /^multipart\/related;.*application\/xop\+xml/i.test(contentType)
}

function blockOf(name: string, body: string): string | undefined {
  return new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]+)<`).exec(body)?.[1]?.trim()
}
