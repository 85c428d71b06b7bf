/** The part of the configuration about the journal: whether, how long and how much of what happened is kept. */
import { z } from 'zod'
import { readPath } from '../xml/paths/path.js'
import { DAY, duration, secret, size, text } from './kinds.js'

const operation = () =>
  z
    .string()
    .regex(
      /^(?:\*|\{[^{}\s]*\}(?:\*|[^{}\s*]+)|[^{}\s*]+)$/,
      'expected {namespace}Name, {namespace}*, Name in any namespace, or * for every operation',
    )
    .optional()

/** The name of a business key. */
export const keyName = () =>
  z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,31}$/,
      'expected a letter, then letters, digits, _ and -, 32 characters at most',
    )

const capture = z.strictObject({
  operation: operation().describe(
    'Its operation: {namespace}Name, {namespace}*, Name in any namespace, or * for every one.',
  ),
  route: text().optional().describe('Name of the route by which it goes on.'),
  transport: text().optional().describe('Name of the transport that it came over.'),
  peer: text().optional().describe('Part of the address, the mailbox or the name of its sender.'),
  outcome: z
    .enum(['accepted', 'pending', 'reply', 'fault', 'document', 'refused'])
    .optional()
    .describe('How it ended.'),
  sample: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('How many of these, such as 0.01 for one in a hundred; 0 for none.'),
})

const otherNode = z.strictObject({
  name: text().describe('What it is called where it does not answer.'),
  url: z
    .url({ protocol: /^https?$/, error: 'expected http:// or https:// and its admin listener' })
    .describe('URL of its admin listener.'),
  token: secret()
    .optional()
    .describe('Token of a program that may read there, as it was made and not its hash.'),
})

/** A path that can be read. */
const path = () =>
  text().superRefine((value, { addIssue }) => {
    try {
      readPath(value)
    } catch (error) {
      addIssue(error instanceof RangeError ? error.message : 'expected a path')
    }
  })

const key = z.strictObject({
  name: keyName().describe(
    'What operators know it by, such as mrn or order; several may have the same.',
  ),
  path: path().describe(
    'Path of the elements or attributes whose text it is, as in journal.redact, such as //{urn:x}mrn or //{urn:x}order/@number.',
  ),
  operation: operation().describe(
    'Only in messages with this body entry: {namespace}Name, {namespace}*, or Name in any namespace. Default: in every message.',
  ),
})

export const journal = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Keep what happens to messages, for people to look at.'),
  retention: duration({ most: 366 * DAY })
    .prefault('7d')
    .describe('Time for which it is kept.'),
  maxBytes: size({ least: 0, most: 1024 ** 4 })
    .optional()
    .describe(
      'Size of it at most; the oldest entries go first. Default: 1GiB, in Redis 64MiB, in memory 16MiB.',
    ),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'expected lower-case letters, digits and -')
    .optional()
    .describe(
      'Names the journal in Redis, so that nodes with queues of their own can share one. Default: queue.prefix.',
    ),
  capture: z
    .array(capture)
    .max(100)
    .default([])
    .describe(
      'Of which messages the envelopes are kept, too: the first of these that a message meets says so.',
    ),
  redact: z
    .array(path())
    .max(100)
    .default([])
    .describe(
      'Paths of elements and attributes whose text is not kept, such as //{urn:x}password or //{urn:x}card/@number.',
    ),
  keys: z
    .array(key)
    .max(20)
    .default([])
    .describe(
      'Business keys: values in messages that operators look for them by, and that routes may choose by.',
    ),
  nodes: z
    .array(otherNode)
    .max(50)
    .default([])
    .describe(
      'Other nodes with journals of their own, which commands, the admin API and the console ask, too.',
    ),
})
