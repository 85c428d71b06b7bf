/** Multipart messages of chance: what this reader takes, Python's reader of mail reads the same, whatever pieces it comes in. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { MalformedMime, RelatedReader } from '../../src/message/mime/index.js'
import { Spools } from '../../src/message/spool/index.js'
import type { Random } from '../support/random.js'
import { DOCUMENTS, randomFor, SEED } from './run.js'

const SCRIPT = fileURLToPath(new URL('../../../test/fuzz/email_parts.py', import.meta.url))
const LIMITS = { maxHeader: 10_000, maxCount: 20, maxTotal: 100_000 }
const TYPE = 'multipart/related; boundary=b'
const BATCH = 5000

/** What readers differ about, if about anything. */
const ODD = [
  '--b',
  '\r\n--b',
  '\n--b',
  '\r--b',
  '--b--',
  '--bb',
  '--b \t',
  '\r\n',
  '\n',
  '\r',
  '-',
  '--',
  'b',
  ' ',
  ':',
  '=',
  '\u0000',
  '\u00ff',
  'Content-ID: <z>',
  '\r\n\r\n',
]
const HEADERS = [
  'Content-ID: <x1>',
  'content-id: <x2>',
  'Content-ID: y',
  'X-A: b\r\n c',
  'Content-Type: text/plain',
  'Content-Transfer-Encoding: 8bit',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
]
const CONTENTS = [
  '',
  'x',
  'YWJj',
  'a=3Db',
  'YWJj\r\nZGVm',
  '\r\n',
  'line\r\nline\r\n',
  '--',
  '\u0000\u00ff\u0080',
]

function oneOf(random: Random): string {
  const lineEnd = random.chance(0.9) ? '\r\n' : '\n'
  const part = (header: readonly string[]) => {
    const content = random.many(3, () => random.pick(random.chance(0.2) ? ODD : CONTENTS)).join('')
    return ['--b', ...header, '', content].join(lineEnd)
  }
  const parts = random.many(3, () => part(random.many(2, () => random.pick(HEADERS))))
  let text = [part(['Content-Type: text/xml']), ...parts, '--b--'].join(lineEnd)
  for (let times = random.below(3); times > 0; times -= 1) {
    const at = random.below(text.length)
    text = text.slice(0, at) + random.pick(ODD) + text.slice(at + random.below(4))
  }
  return text
}

type Parts = readonly (readonly [id: string | null, content: string])[]

async function ours(text: string, size: number): Promise<Parts | undefined> {
  const root: Buffer[] = []
  const spool = new Spools().open()
  try {
    const reader = new RelatedReader(TYPE, LIMITS, {
      spool,
      root: (bytes) => void root.push(Buffer.from(bytes)),
    })
    for (let at = 0; at < text.length; at += size) {
      await reader.write(Buffer.from(text.slice(at, at + size), 'latin1'))
    }
    const { attachments } = reader.end()
    const rest = attachments.map(
      async ({ id, content }) =>
        [id ?? null, Buffer.from(await content.bytes()).toString('base64')] as const,
    )
    return [[null, Buffer.concat(root).toString('base64')], ...(await Promise.all(rest))]
  } catch (error) {
    if (error instanceof MalformedMime) return undefined
    throw error
  } finally {
    await spool.close()
  }
}

function theirs(texts: readonly string[]): readonly (Parts | null)[] {
  const head = `Content-Type: ${TYPE}\r\n\r\n`
  const input = texts
    .map((text) => Buffer.from(head + text, 'latin1').toString('base64'))
    .join('\n')
  const { stdout } = spawnSync('python3', [SCRIPT], { input, maxBuffer: 1024 ** 3 })
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('what is taken is read the same by another reader, and in any pieces', async (t) => {
  t.timeout(3_600_000)
  const random = randomFor(9)
  const different: string[] = []
  let taken = 0
  let unread = 0
  for (let done = 0; done < DOCUMENTS; done += BATCH) {
    const texts = Array.from({ length: Math.min(BATCH, DOCUMENTS - done) }, () => oneOf(random))
    const others = theirs(texts)
    for (const [index, text] of texts.entries()) {
      const whole = await ours(text, text.length)
      const pieces = await ours(text, 1 + random.below(7))
      t.deepEqual(pieces, whole, JSON.stringify(text))
      if (!whole) continue
      // RFC 2045 §6.7 (3): blanks at the end of a line are no content; Python keeps them at the end of a part.
      if (text.includes('quoted-printable') && /[ \t]\r?\n/.test(text)) continue
      taken += 1
      // The id of the root is not told by ours.
      const [first, ...rest] = others[index] ?? []
      if (!first) unread += 1
      if (!first) continue
      const other = [[null, first?.[1] ?? ''], ...rest]
      if (JSON.stringify(other) !== JSON.stringify(whole))
        different.push(JSON.stringify([text, whole, other]))
    }
  }
  t.log(
    JSON.stringify({ seed: SEED, messages: DOCUMENTS, taken, unread, different: different.length }),
  )
  t.true(taken > DOCUMENTS / 10)
  t.true(unread < taken / 100)
  t.deepEqual(different.slice(0, 10), [])
})
