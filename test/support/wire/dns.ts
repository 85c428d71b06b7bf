/** A small DNS server of the test's own: it answers by UDP what it is told, and that nothing else is there. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** By name and type, such as `bus.example MX`: each record as text. */
export type Zone = Readonly<Record<string, readonly string[]>>

const TYPES = { 1: 'A', 28: 'AAAA', 15: 'MX', 16: 'TXT' } as const
const NAME_ERROR = 3

interface Teardown {
  teardown(clean: () => void): void
}

/** @returns its address with its port */
export async function dnsServer(t: Teardown, zone: Zone): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    socket.send(answerTo(query, zone), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.teardown(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

/** RFC 1035 §4.1: header, question, answers. */
function answerTo(query: Buffer, zone: Zone): Buffer {
  const { name, end } = readName(query)
  const type = query.readUInt16BE(end)
  const word = Object.entries(TYPES).find(([number]) => Number(number) === type)?.[1] ?? ''
  const records = zone[`${name} ${word}`] ?? []
  const exists = Object.keys(zone).some((key) => key.startsWith(`${name} `))
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (exists ? 0 : NAME_ERROR), 2)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  const question = query.subarray(12, end + 4)
  return Buffer.concat([header, question, ...records.map((text) => record(type, text))])
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function record(type: number, text: string): Buffer {
  const data = dataOf(type, text)
  // The name of the question, by its place.
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: number, text: string): Buffer {
  switch (type) {
    case 1:
      return Buffer.from(text.split('.').map(Number))
    case 15:
      return Buffer.concat([Buffer.from([0, 10]), writtenName(text)])
    default:
      // RFC 1035 §3.3.14: one or more texts of at most 255 bytes.
      return Buffer.concat((text.match(/.{1,255}/gs) ?? []).map(lengthAndText))
  }
}

function lengthAndText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}

function writtenName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '')
  return Buffer.from(
    `${labels.map((one) => String.fromCharCode(one.length) + one).join('')}\0`,
    'latin1',
  )
}
