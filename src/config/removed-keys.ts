/** The keys that this version has no more, each with what an operator does about a line that has it. */
import type { z } from 'zod'
import type { Path } from './file.js'

/** By path, in its order; `*` is any name, and any number in a list. */
export const REMOVED_KEYS: ReadonlyMap<string, string> = new Map([
  ['admin.maxFailuresPerMinute', 'it is fixed now, at 10: take it out'],
  ['admin.sessionTime', 'it is fixed now, at 12h: take it out'],
  ['admin.token', 'it is an operator now: admin.operators: { NAME: { may: change, token: … } }'],
  ['alerts.full', 'it is fixed now, at 80 %: take it out'],
  ['alerts.group', 'it is fixed now, at 1m: take it out'],
  ['alerts.remind', 'it is fixed now, at 1h: take it out'],
  ['alerts.webhook.timeout', 'it is fixed now, at 5s: take it out'],
  ['attachments.maxCount', 'it is fixed now, at 100: take it out'],
  ['attachments.maxInMemory', 'it is fixed now, at 64MiB: take it out'],
  ['attachments.maxSize', 'attachments.maxTotal bounds each attachment, too: take it out'],
  ['destinations.*.maxBody', 'http.maxBody bounds the answers of all destinations: take it out'],
  [
    'destinations.*.retry.maxDelay',
    'queue.retry.maxDelay bounds the delays of all destinations: take it out',
  ],
  [
    'destinations.*.retry.timeLimit',
    'destinations.NAME.timeout says how long an attempt may take, relayed or from the queue: set that in its place',
  ],
  ['http.handshakeTimeout', 'it is fixed now, at 10s: take it out'],
  ['http.headersTimeout', 'it is fixed now, at 10s, or http.requestTimeout: take it out'],
  ['http.maxHeader', 'it is fixed now, at 16KiB: take it out'],
  ['http.maxHeaders', 'it is fixed now, at 100: take it out'],
  ['http.requireContentLength', 'chunked requests are always taken: take it out'],
  ['http.tls.hsts', 'no answer has Strict-Transport-Security: have a proxy write it; take it out'],
  ['http.writeTimeout', 'it is fixed now, at 30s: take it out'],
  ['journal.maxEnvelope', 'it is fixed now, at 65536 characters: take it out'],
  ['limits.attributeValue', 'it is fixed now, at 65536 characters: take it out'],
  ['limits.attributes', 'it is fixed now, at 256: take it out'],
  ['limits.header', 'it is fixed now, at 262144 characters: take it out'],
  ['limits.headerBlocks', 'it is fixed now, at 64: take it out'],
  ['limits.name', 'it is fixed now, at 1024 characters: take it out'],
  ['limits.namespaces', 'it is fixed now, at 64: take it out'],
  ['limits.namespacesInScope', 'it is fixed now, at 256: take it out'],
  ['metrics', 'metrics are always on: take it out'],
  ['queue.acknowledge', 'it is fixed now, at 5s: take it out'],
  ['queue.maxAge', 'it is fixed now, at 1d: take it out'],
  ['queue.maxSuspended', 'it is fixed now, at 1000000: take it out'],
  [
    'queue.operations.*.maxDelay',
    'queue.retry.maxDelay, or the retry of its plugin, bounds the delays of an operation: take it out',
  ],
  ['routing.maxHops', 'it is fixed now, at 16: take it out'],
  ['security.evidence.fileSize', 'it is fixed now, at 64MiB: take it out'],
  ['security.maxFailuresPerMinute', 'it is fixed now, at 20: take it out'],
  ['smtp.commandTimeout', 'it is fixed now, at 1m: take it out'],
  ['smtp.dnsTimeout', 'it is fixed now, at 10s: take it out'],
  ['smtp.mailbox.certificate', 'a mailbox is shown the login alone: take it out'],
  ['smtp.mailbox.concurrency', 'it is fixed now, at 8: take it out'],
  ['smtp.mailbox.connectTimeout', 'it is fixed now, at 15s: take it out'],
  ['smtp.mailbox.key', 'a mailbox is shown the login alone: take it out'],
  ['smtp.mailbox.maxReconnectDelay', 'it is fixed now, at 1m: take it out'],
  ['smtp.mailbox.reconnectDelay', 'it is fixed now, at 1s: take it out'],
  ['smtp.mailbox.retryDelay', 'it is fixed now, at 5s: take it out'],
  ['smtp.mailbox.silenceTimeout', 'it is fixed now, at 1m: take it out'],
  ['smtp.maxDepth', 'it is fixed now, at 10: take it out'],
  ['smtp.maxHeader', 'it is fixed now, at 64KiB: take it out'],
  ['smtp.maxHeaders', 'it is fixed now, at 500: take it out'],
  ['smtp.maxHops', 'it is fixed now, at 20: take it out'],
  ['smtp.maxParts', 'it is fixed now, at 100: take it out'],
  ['smtp.maxPublicAnswersPerHour', 'it is fixed now, at 200: take it out'],
  ['smtp.maxReceived', 'it is fixed now, at 50: take it out'],
  ['smtp.maxRecipients', 'it is fixed now, at 100: take it out'],
  [
    'smtp.plainAuthOnLoopback',
    'AUTH is over TLS always: set smtp.tls, or name the host in smtp.senders; take it out',
  ],
  ['smtp.quarantine.bytes', 'it is fixed now, at 16MiB: take it out'],
  ['smtp.relay.connectTimeout', 'it is fixed now, at 15s: take it out'],
  ['smtp.relay.mailsPerConnection', 'it is fixed now, at 100: take it out'],
  [
    'smtp.relay.silenceTimeout',
    'it is fixed now, at 10m; the time of an attempt ends it before: take it out',
  ],
  [
    'soap.validateAnswers',
    'it is fixed now, at true: take it out, or set soap.unvalidatedAnswers to ["*"] in place of false',
  ],
  ['soap.validationProcesses', 'it is fixed now, at 1: take it out'],
  ['soap.validationTimeout', 'it is fixed now, at 10s: take it out'],
])

/** The first of them, wherever it stands: it may be the reason for what else is wrong. */
export function removedAmong(
  issues: readonly z.core.$ZodIssue[],
): { readonly path: Path; readonly sentence: string } | undefined {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    for (const key of issue.keys) {
      const path = [...issue.path, key]
      const sentence = removedKey(path)
      if (sentence !== undefined) return { path, sentence }
    }
  }
  return undefined
}

/** What to do about a key; undefined for one that no version had. */
export function removedKey(path: Path): string | undefined {
  return [...REMOVED_KEYS].find(([key]) => isAt(key.split('.'), path))?.[1]
}

function isAt(names: readonly string[], path: Path): boolean {
  return (
    names.length === path.length &&
    names.every((name, index) => name === '*' || name === String(path[index]))
  )
}
