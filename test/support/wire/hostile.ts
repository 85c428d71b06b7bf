/** What every hostile message must get and must leave behind, asserted the same way for all of them. */
import type { ExecutionContext } from 'ava'
import type { RunningDaemon } from '../nodes/daemon.js'
import { soap11 } from './envelopes.js'
import { post, type RawAnswer, raw } from './raw.js'

/** Bytes by which one attack may let the process grow. */
const MAX_GROWTH = 64 * 1024 ** 2
const MAX_LINE = 1024

// Whatever a terminal or a reader of lines could take for more than text.
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/

// Frames of a stack, places in files, and names that only the source knows.
const INTERNALS =
  /\bat \S+ \(|\bnode:|node_modules|file:\/\/|\.[jt]s\b|\/(dist|src|transports|plugins)\/|[A-Za-z]Error\b|Unreadable|SoapFault|HttpRefusal|Refused|saxes|libxml|HPE_/

const HONEST = soap11(
  '<c:Subtract xmlns:c="urn:example:calculator"><c:a>7</c:a><c:b>2</c:b></c:Subtract>',
)

export interface Attack {
  /** Log lines that the attack may leave; one exchange leaves one. */
  readonly lines?: number
}

/**
 * Runs an attack, then asserts that the node is as it was: it lives and answers the next honest
 * request, it has not grown, and its log holds one harmless line more.
 */
export async function unharmed<Result>(
  t: ExecutionContext,
  daemon: RunningDaemon,
  attack: () => Promise<Result>,
  { lines = 1 }: Attack = {},
): Promise<Result> {
  const from = daemon.lines.length
  const before = await daemon.memory()
  const result = await attack()
  await honest(t, daemon)
  const after = await daemon.memory()
  t.true(after - before < MAX_GROWTH, `grew by ${Math.round((after - before) / 1024)} KiB`)
  t.is(daemon.process.exitCode, null)
  const left = daemon.lines.slice(from).filter((line) => !isOfOthers(JSON.parse(line)))
  t.is(left.length, lines, left.join('\n'))
  for (const line of left) {
    t.true(Buffer.byteLength(line) <= MAX_LINE, `a line of ${Buffer.byteLength(line)} bytes`)
    t.notRegex(line, UNPRINTABLE)
  }
  return result
}

/** Sends one honest request and waits until the log tells of it, and so of everything before it. */
export async function honest(
  t: ExecutionContext,
  daemon: RunningDaemon,
  localAddress = '127.0.0.1',
): Promise<void> {
  const from = daemon.log.length
  const request = post(HONEST, { path: '/soap/calculator' })
  const answer = await raw(daemon.port, request, { first: true, localAddress })
  t.is(answer.status, 200)
  t.regex(answer.body, />5</)
  await daemon.logged((line) => isHonest(line) && daemon.log.indexOf(line) >= from)
}

/** Milliseconds for which other tests on the machine may keep a node from running: an attack that holds it takes longer. */
const BUSY = 5_000

/** An honest request, or the machine that was busy with others: by a line of its own, and by the problem that it is. */
function isOfOthers(line: Record<string, unknown>): boolean {
  const { heldMs, problem } = line
  if (isHonest(line)) return true
  return typeof heldMs === 'number' ? heldMs < BUSY : problem === 'event-loop-held'
}

function isHonest({ destination, operation }: Record<string, unknown>): boolean {
  return destination === 'calculator' && operation === '{urn:example:calculator}Subtract'
}

/**
 * Brings a daemon to its working size, so that what an attack costs can be told from what the first
 * requests cost anyway: compiled code, a heap of the size that honest messages need.
 */
export async function warmUp(t: ExecutionContext, daemon: RunningDaemon): Promise<void> {
  const large = soap11(
    `<e:Echo xmlns:e="urn:example:echo"><e:text>${'x'.repeat(1_000_000)}</e:text></e:Echo>`,
  )
  for (let count = 0; count < 20; count += 1) {
    t.is((await raw(daemon.port, post(large), { first: true })).status, 200)
    await honest(t, daemon)
  }
}

/** Sends bytes that must be refused by the protocol alone: a status, a sentence at most, the end. */
export async function refused(
  t: ExecutionContext,
  daemon: RunningDaemon,
  bytes: string | Uint8Array | readonly (string | Uint8Array)[],
  status: number,
): Promise<RawAnswer> {
  const closes = [400, 408, 413, 431].includes(status)
  const answer = await unharmed(t, daemon, () => raw(daemon.port, bytes, { first: !closes }))
  isRefusal(t, answer, status)
  return answer
}

export function isRefusal(t: ExecutionContext, answer: RawAnswer, status: number): void {
  t.is(answer.status, status)
  if (status === 405 || status === 415) {
    t.is(answer.headers['content-type'], 'text/plain; charset=utf-8')
    t.regex(answer.body, /^[ -~]{1,80}\n$/)
  } else {
    t.is(answer.headers['content-length'], '0')
    t.true(answer.text.endsWith('\r\n\r\n'))
  }
  t.is(answer.responses, 1)
  revealsNothing(t, answer)
  if (![400, 408, 413, 431].includes(status)) return
  t.is(answer.headers.connection, 'close')
  t.true(answer.closed)
}

/** Sends a request that must be answered with 200. */
export async function accepted(
  t: ExecutionContext,
  daemon: RunningDaemon,
  bytes: string | Uint8Array,
  attack?: Attack,
): Promise<RawAnswer> {
  const send = () => raw(daemon.port, bytes, { first: true })
  const answer = await unharmed(t, daemon, send, attack)
  t.is(answer.status, 200, answer.body)
  revealsNothing(t, answer)
  return answer
}

/** Codes by SOAP 1.1's names, and what SOAP 1.2 and its HTTP binding say for them. */
const CODES = {
  Client: { name: 'Sender', status: 400 },
  MustUnderstand: { name: 'MustUnderstand', status: 500 },
  VersionMismatch: { name: 'VersionMismatch', status: 500 },
} as const

/** Sends a request that must be answered with a fault of a code, in a version of SOAP. */
export async function faulted(
  t: ExecutionContext,
  daemon: RunningDaemon,
  bytes: string | Uint8Array,
  soap: '1.1' | '1.2',
  code: keyof typeof CODES,
): Promise<RawAnswer> {
  const answer = await unharmed(t, daemon, () => raw(daemon.port, bytes, { first: true }))
  const { name, status } = CODES[code]
  t.is(answer.status, soap === '1.1' ? 500 : status, answer.body)
  if (soap === '1.1') {
    t.is(answer.headers['content-type'], 'text/xml; charset=UTF-8')
    t.true(answer.body.includes(`<faultcode>soap:${code}</faultcode>`), answer.body)
  } else {
    t.is(answer.headers['content-type'], 'application/soap+xml; charset=UTF-8')
    t.true(answer.body.includes(`<env:Code><env:Value>env:${name}</env:Value>`), answer.body)
  }
  revealsNothing(t, answer)
  return answer
}

function revealsNothing(t: ExecutionContext, { text }: RawAnswer): void {
  t.notRegex(text, INTERNALS)
  t.false(text.includes(process.cwd()))
}
