/** No value of a message makes a header of its answer invalid: one answer each, and the operation runs once. */
import test from 'ava'
import type { Plugin } from '../../src/plugin.js'
import { serveNode } from '../support/nodes/node.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { raw } from '../support/wire/raw.js'

let effects = 0
/** A message that has the id of another one counts as that one. */
let ids = 0
const plugin: Plugin = {
  operations: [
    {
      name: '{urn:q}Count',
      invoke: () => {
        effects += 1
        return {}
      },
    },
  ],
}
const node = await serveNode({ count: plugin })
test.after.always(() => node.close())

const WSA = 'http://www.w3.org/2005/08/addressing'
const COUNT = '<q:Count xmlns:q="urn:q"/>'
const escaped = (text: string) =>
  text
    .replace(/[&<"]/g, (mark) => `&#${mark.codePointAt(0)};`)
    .replace(/[\r\n]/g, (mark) => `&#${mark.codePointAt(0)};`)

const VALUES: Readonly<Record<string, string>> = {
  'a letter of Latin-1': 'urn:caf\u00e9',
  'a line separator': 'urn:a\u2028b',
  'an emoji': 'urn:\u{1f600}',
  'CR LF': 'urn:a\r\nX-Injected: 1',
  quotes: 'urn:"a"; x="y',
  'a backslash at the end': 'urn:a\\',
  '8 KB': `urn:${'a'.repeat(8192)}`,
  '3 KB beyond ASCII': `urn:${'\u00e9'.repeat(3000)}`,
}

function block(name: string, value: string): string {
  return `<w:${name} xmlns:w="${WSA}">${escaped(value)}</w:${name}>`
}

async function send(soap: '1.1' | '1.2', header: string, type?: string) {
  const bytes = Buffer.from(soap === '1.1' ? soap11(COUNT, header) : soap12(COUNT, header))
  const media = type ?? (soap === '1.1' ? 'text/xml' : 'application/soap+xml')
  const head = Buffer.from(
    `POST /soap HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${media}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  const before = effects
  const answer = await raw(node.port, [head, bytes])
  return { answer, ran: effects - before }
}

for (const soap of ['1.1', '1.2'] as const) {
  for (const [what, value] of Object.entries(VALUES)) {
    for (const name of ['Action', 'MessageID', 'RelatesTo']) {
      test.serial(
        `SOAP ${soap}, wsa:${name} with ${what}: one answer, and one effect or a fault`,
        async (t) => {
          const action = name === 'Action' ? '' : block('Action', 'urn:q:Count')
          const id = name === 'MessageID' ? '' : block('MessageID', `urn:id:${++ids}`)
          const { answer, ran } = await send(
            soap,
            action + id + block(name, name === 'MessageID' ? `${value}${++ids}` : value),
          )
          t.is(answer.responses, 1)
          t.is(ran, answer.status === 200 ? 1 : 0)
          t.true([200, 400, 500].includes(answer.status ?? 0), String(answer.status))
          t.is(answer.headers['x-injected'], undefined)
          t.notRegex(answer.text.split('\r\n\r\n')[0] ?? '', /[^\r\n -~]/)
        },
      )
    }
  }
}

test.serial(
  'an action in Content-Type is that of wsa:Action in each of its forms, and no other',
  async (t) => {
    const header = () => block('Action', 'urn:caf\u00e9') + block('MessageID', `urn:id:${++ids}`)
    for (const action of ['urn:caf%C3%A9', 'urn:caf%c3%a9', 'urn:caf\u00e9']) {
      const { answer, ran } = await send(
        '1.2',
        header(),
        `application/soap+xml; action="${action}"`,
      )
      t.deepEqual([answer.status, ran], [200, 1], action)
    }
    for (const action of ['urn:cafe', 'urn:caf%E9', 'urn:caf%C3%A8']) {
      const { answer, ran } = await send(
        '1.2',
        header(),
        `application/soap+xml; action="${action}"`,
      )
      t.deepEqual([answer.status, ran], [400, 0], action)
      t.regex(answer.body, /ActionMismatch/)
    }
  },
)
