/** Documents that are too deep, too wide, too long or made to collide. */
import test from 'ava'
import { type RunningDaemon, startBounded, startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { accepted, faulted, isRefusal, refused, unharmed, warmUp } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'

const MIB = 1024 ** 2

let daemon: RunningDaemon
/** Takes bodies of 1 MiB only, so that its limit can be met without 10 MiB each time. */
let small: RunningDaemon
/** Takes bodies of 16 MiB, so that a name of 11 MB reaches the reader. */
let large: RunningDaemon
/** Takes queries of 1 MiB, where the default has room for 8,000 parameters. */
let wordy: RunningDaemon

test.before(async (t) => {
  daemon = await startDaemon()
  small = await startDaemon([`http.maxBody=${MIB}B`])
  large = await startDaemon([`http.maxBody=${16 * MIB}B`])
  wordy = await startBounded({ http: { maxHeader: MIB } })
  await Promise.all([daemon, small, large, wordy].map((each) => warmUp(t, each)))
})
test.after.always(() => Promise.all([daemon, small, large, wordy].map((each) => each?.stop())))

/** An honest call with a header block that nobody must understand, holding what is to be read. */
function holding(content: string): Buffer {
  return post(soap11(ADD, `<h:Block xmlns:h="urn:hostile">${content}</h:Block>`))
}

/** An honest call with a header block that has these attributes. */
function carrying(attributes: string): Buffer {
  return post(soap11(ADD, `<h:Block xmlns:h="urn:hostile" ${attributes}/>`))
}

function numbered(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('')
}

function nested(levels: number): string {
  return '<a>'.repeat(levels) + '</a>'.repeat(levels)
}

test.serial('one hundred levels are read, one more is not', async (t) => {
  // Envelope, Header and the block are the first three.
  await accepted(t, daemon, holding(nested(97)))
  await refused(t, daemon, holding(nested(98)), 400)
})

test.serial('ten thousand and a million levels are refused, closed and unclosed', async (t) => {
  for (const levels of [10_000, 1_000_000]) {
    await refused(t, daemon, holding(nested(levels)), 400)
    await refused(t, daemon, holding('<a>'.repeat(levels)), 400)
    await refused(t, daemon, post('<a>'.repeat(levels)), 400)
  }
})

test.serial('256 attributes are read, 257 are not', async (t) => {
  await accepted(t, daemon, carrying(numbered(256, (index) => `a${index}="" `)))
  await refused(t, daemon, carrying(numbered(257, (index) => `a${index}="" `)), 400)
})

test.serial('64 namespace declarations are read, 65 are not', async (t) => {
  const declare = (index: number) => `xmlns:n${index}="urn:${index}" `
  // The block's own prefix is the first.
  await accepted(t, daemon, carrying(numbered(63, declare)))
  await refused(t, daemon, carrying(numbered(64, declare)), 400)
})

test.serial('an attribute value of 64 KiB is read, a longer one is not', async (t) => {
  await accepted(t, daemon, carrying(`a="${'v'.repeat(64 * 1024)}"`))
  await refused(t, daemon, carrying(`a="${'v'.repeat(64 * 1024 + 1)}"`), 400)
})

test.serial('25,000 and 100,000 attributes are refused', async (t) => {
  for (const count of [25_000, 100_000]) {
    await refused(t, daemon, carrying(numbered(count, (index) => `a${index}="" `)), 400)
  }
})

test.serial('one attribute 100,000 times is refused', async (t) => {
  await refused(t, daemon, carrying('a="" '.repeat(100_000)), 400)
})

test.serial('10,000 prefixed attributes, each with its declaration, are refused', async (t) => {
  const both = (index: number) => `xmlns:n${index}="urn:${index}" n${index}:a="" `
  await refused(t, daemon, carrying(numbered(10_000, both)), 400)
})

type Hash = (state: number, byte: number) => number

/** The hash functions that hostile names are made for: Bernstein's, by 31, by 33, and with xor. */
const HASHES: Readonly<Record<string, Hash>> = {
  DJBX31A: (state, byte) => (Math.imul(state, 31) + byte) >>> 0,
  DJBX33A: (state, byte) => (Math.imul(state, 33) + byte) >>> 0,
  DJBX33X: (state, byte) => (Math.imul(state, 33) ^ byte) >>> 0,
}

/**
 * Names of one hash value. Two blocks that lead from one state to the same next one are found by
 * search; a chain of n such pairs spells 2^n names.
 */
function colliding(hash: Hash, count: number): readonly string[] {
  let names = ['']
  let state = 5381
  while (names.length < count) {
    const { pair, next } = collision(hash, state)
    names = names.flatMap((name) => pair.map((block) => name + block))
    state = next
  }
  return names.slice(0, count)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function collision(hash: Hash, from: number): { pair: readonly string[]; next: number } {
  const seen = new Map<number, string>()
  for (let number = LETTERS.length ** 4; ; number += 1) {
    const block = spelled(number)
    const next = digest(hash, block, from)
    const other = seen.get(next)
    if (other !== undefined) return { pair: [other, block], next }
    seen.set(next, block)
  }
}

function spelled(number: number): string {
  const rest = Math.floor(number / LETTERS.length)
  return (rest === 0 ? '' : spelled(rest)) + LETTERS[number % LETTERS.length]
}

function digest(hash: Hash, name: string, from = 5381): number {
  return [...name].reduce((state, letter) => hash(state, letter.charCodeAt(0)), from)
}

for (const [name, hash] of Object.entries(HASHES)) {
  test.serial(`10,000 names that collide by ${name} are refused, and 256 do no harm`, async (t) => {
    const names = colliding(hash, 10_000)
    t.is(new Set(names).size, 10_000)
    t.is(new Set(names.map((each) => digest(hash, each))).size, 1)
    const some = names.slice(0, 256)
    await refused(t, daemon, carrying(names.map((each) => `${each}="" `).join('')), 400)
    await refused(t, daemon, carrying(names.map((each) => `xmlns:${each}="u" `).join('')), 400)
    await refused(t, daemon, carrying(names.map((each) => `xmlns:n="${each}" `).join('')), 400)
    // As many as the limits let in do no harm either.
    await accepted(t, daemon, carrying(some.map((each) => `${each}="" `).join('')))
    await accepted(t, daemon, holding(some.map((each) => `<${each}/>`).join('')))
  })
}

const MILLION = post(soap11('<a/>'.repeat(1_000_000)))

// 4 MB are below the limit of the body as it is by default, so what is met first is the limit of the
// elements; a node that takes 1 MiB refuses the body before it is read.
test.serial('a million empty elements are refused', async (t) => {
  await refused(t, daemon, MILLION, 400)
  await refused(t, small, MILLION, 413)
})

test.serial('one MiB of empty elements is refused', async (t) => {
  await refused(t, daemon, post(soap11('<a/>'.repeat(MIB / 4 - 2))), 400)
})

test.serial('a name of 1,024 characters is read, longer ones are not', async (t) => {
  await accepted(t, daemon, holding(`<${'n'.repeat(1024)}/>`))
  await accepted(t, daemon, carrying(`${'n'.repeat(1024)}=""`))
  for (const length of [1025, 100_000]) {
    await refused(t, daemon, holding(`<${'n'.repeat(length)}/>`), 400)
    await refused(t, daemon, carrying(`${'n'.repeat(length)}=""`), 400)
    await refused(t, daemon, post(`<${'n'.repeat(length)}`), 400)
  }
})

// 11 MB are beyond the default limit of the body; the reader sees them only if that is raised.
test.serial('a name of 11 MB is refused', async (t) => {
  const request = post(`<${'n'.repeat(11_000_000)}/>`)
  await refused(t, daemon, request, 413)
  await refused(t, large, request, 400)
})

const HEAD = 'POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n'

/** An envelope of a given length: the node takes white space around what it holds. */
function envelopeOf(length: number): string {
  const start = soap11(ADD)
  return start + ' '.repeat(length - start.length)
}

test.serial('a body of the limit is read', async (t) => {
  await accepted(t, small, post(envelopeOf(MIB)))
  const chunk = `${MIB.toString(16)}\r\n${envelopeOf(MIB)}\r\n0\r\n\r\n`
  await accepted(t, small, `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk}`)
})

test.serial('one byte more by Content-Length is refused before any of it comes', async (t) => {
  for (const length of [10 * MIB + 1, 1024 ** 4, Number.MAX_SAFE_INTEGER]) {
    await refused(t, daemon, `${HEAD}Content-Length: ${length}\r\n\r\n`, 413)
  }
  await refused(t, small, post(envelopeOf(MIB + 1)), 413)
})

test.serial('one byte more in chunks is refused without waiting for the rest', async (t) => {
  const head = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  await refused(t, small, [head, chunk.repeat(16), '1\r\na'], 413)
  await refused(t, daemon, [head, ...Array(160).fill(chunk), '1\r\na'], 413)
})

test.serial('a body that goes on after its refusal is not kept', async (t) => {
  const chunk = `100000\r\n${'a'.repeat(MIB)}\r\n`
  const bytes = [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...Array<string>(200).fill(chunk)]
  const answer = await unharmed(t, daemon, () => raw(daemon.port, bytes))
  isRefusal(t, answer, 413)
})

test.serial('one parameter 30,000 times in a query', async (t) => {
  const target = `/soap/calculator/Add?${'a&'.repeat(30_000)}`
  const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  await faulted(t, wordy, request, '1.2', 'Client')
})
