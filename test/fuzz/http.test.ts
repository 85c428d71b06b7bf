/** Hostile HTTP connections of chance: broken requests, broken bodies, broken ends. */
import { connect, type Socket } from 'node:net'
import test from 'ava'
import { mutate, type Random, randomDocument } from '../support/random.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { reset } from '../support/wire/reset.js'
import { CONNECTIONS, randomFor } from './run.js'
import { ACTOR, victim } from './victim.js'

const BLOCK = `<h:H xmlns:h="urn:h" s:actor="${ACTOR}"/>`
const ADDRESSED =
  '<a:To xmlns:a="http://www.w3.org/2005/08/addressing">http://127.0.0.1/soap</a:To>' +
  '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:x</a:Action>' +
  '<a:ReplyTo xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address>http://10.0.0.1/</a:Address></a:ReplyTo>'

function body(random: Random): string {
  const text = random.pick([
    () => soap11(ADD),
    () => soap12(ADD),
    () => soap11(ADD, BLOCK),
    () => soap11(ADD, ADDRESSED),
    () => soap12(ADD, ADDRESSED),
    () => soap11(randomDocument(random)),
    () => randomDocument(random),
    () => 'x'.repeat(random.below(20_000)),
  ])()
  return random.chance(0.5) ? mutate(text, random) : text
}

const HEADERS = [
  'Host: other',
  'Content-Length: 5',
  'Content-Length: +3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: x',
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: h2c',
  'SOAPAction: "urn:\u00ff"',
  'SOAPAction',
  ' folded: x',
  'A : b',
  'Prefer: respond-async',
  'Prefer: wait=0',
  'Via: 1.1 a, 1.1 b',
  'X: \u0000',
  `X: ${'y'.repeat(20_000)}`,
]

function request(random: Random): Buffer {
  const content = Buffer.from(body(random))
  const method = random.chance(0.85)
    ? 'POST'
    : random.pick(['GET', 'PUT', 'M-POST', 'HEAD', 'OPTIONS', 'CONNECT', '\u0000'])
  const path = random.pick([
    '/soap',
    '/soap',
    '/soap/echo',
    '/soap/none',
    '/',
    '*',
    'http://a/',
    '/%',
  ])
  const version = random.chance(0.9) ? 'HTTP/1.1' : random.pick(['HTTP/1.0', 'HTTP/2.0', 'X'])
  const type = random.pick([
    ...Array<string>(5).fill('text/xml; charset=utf-8'),
    'application/soap+xml',
    'application/soap+xml; action=',
    'text/xml; charset=utf-16',
    'multipart/related; boundary=b; type="text/xml"',
    'text/plain',
  ])
  const chunked = random.chance(0.2)
  const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${content.length}`
  const lines = [
    `${method} ${path} ${version}`,
    'Host: localhost',
    `Content-Type: ${type}`,
    framing,
  ]
  for (const more of random.many(random.chance(0.5) ? 2 : 0, () => random.pick(HEADERS)))
    lines.push(more)
  const head = `${lines.join('\r\n')}\r\n\r\n`
  const framed = chunked
    ? Buffer.concat([
        Buffer.from(`${content.length.toString(16)}\r\n`),
        content,
        Buffer.from('\r\n0\r\n\r\n'),
      ])
    : content
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), framed])
  return random.chance(0.3) ? torn(bytes, random) : bytes
}

/** With bytes changed, left out or doubled. */
function torn(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length)
  const to = Math.min(bytes.length, at + random.below(8))
  const junk = Buffer.from(Array.from({ length: random.below(8) }, () => random.below(256)))
  return random.chance(0.5)
    ? Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(to)])
    : bytes.subarray(0, at)
}

interface Plan {
  readonly parts: readonly Buffer[]
  readonly end: 'stay' | 'half' | 'reset' | 'gone'
  readonly from: string
}

function plan(random: Random): Plan {
  const requests = Array.from({ length: random.chance(0.9) ? 1 : 3 }, () => request(random))
  const all = Buffer.concat(requests)
  const cut = random.below(all.length + 1)
  const parts = random.chance(0.7) ? [all] : [all.subarray(0, cut), all.subarray(cut)]
  const end = random.pick(['stay', 'stay', 'half', 'reset', 'gone'] as const)
  return { parts, end, from: `127.0.0.${2 + random.below(200)}` }
}

/** Ends with the status of the first answer, or with how the connection ended. */
function attack(port: number, { parts, end, from }: Plan): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: from })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      // Whoever stays has the first answer, and goes.
      if (end === 'stay' && /\r\n\r\n/.test(answer) && !/^HTTP\/1\.1 100/.test(answer))
        socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () =>
      resolve(/^HTTP\/1\.1 (?!100)(\d{3})/.exec(answer)?.[1] ?? `${end}: nothing`),
    )
    const rest = parts.values()
    const write = () => {
      const { value, done } = rest.next()
      if (!done) {
        socket.write(value)
        setImmediate(write)
      } else if (end === 'half') socket.end()
      else if (end === 'reset') reset(socket)
      else if (end === 'gone') socket.destroy()
    }
    socket.on('connect', write)
  })
}

test('hostile HTTP connections leave the node as it was', async (t) => {
  t.timeout(3_600_000)
  const { daemon, attacked } = await victim(t)
  const random = randomFor(2)
  await attacked(CONNECTIONS, 200, () => attack(daemon.port, plan(random)))
})
