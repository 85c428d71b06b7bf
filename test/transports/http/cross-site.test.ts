/** A page of another site: what a browser lets it send without asking is refused, and what it has to ask for is not granted. */
import test from 'ava'
import type { Plugin } from '../../../src/plugin.js'
import { serveNode } from '../../support/nodes/node.js'
import { soap11, soap12 } from '../../support/wire/envelopes.js'
import { raw } from '../../support/wire/raw.js'

let effects = 0
const plugin: Plugin = {
  operations: [
    {
      name: '{urn:q}Pay',
      invoke: () => {
        effects += 1
        return {}
      },
    },
  ],
}
const node = await serveNode({ pay: plugin })
test.after.always(() => node.close())

const PAY = '<q:Pay xmlns:q="urn:q"/>'
const SITE = 'Origin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\n'

function send(method: string, headers: readonly string[], body = '') {
  const lines = ['Host: 127.0.0.1', ...headers, `Content-Length: ${Buffer.byteLength(body)}`]
  return raw(node.port, `${method} /soap HTTP/1.1\r\n${lines.join('\r\n')}\r\n${SITE}\r\n${body}`, {
    first: true,
  })
}

/** Fetch Standard, "CORS-safelisted request-header": with these, and with none, a page need not ask. */
const SIMPLE = [
  'text/plain',
  'text/plain;charset=UTF-8',
  'text/plain; x=text/xml',
  'TEXT/PLAIN, text/xml',
  'text/plain;type="text/xml"',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary=x; type="text/xml"',
  undefined,
]

for (const type of SIMPLE) {
  test.serial(
    `an envelope that a page may send unasked is 415, and runs nothing: ${type}`,
    async (t) => {
      for (const body of [soap11(PAY), soap12(PAY)]) {
        const before = effects
        const answer = await send('POST', type === undefined ? [] : [`Content-Type: ${type}`], body)
        t.deepEqual([answer.status, effects], [415, before])
        t.notRegex(answer.text, /Access-Control/i)
      }
    },
  )
}

test.serial(
  'what a page must ask for is not granted: a preflight gets nothing of CORS',
  async (t) => {
    for (const type of ['text/xml', 'application/soap+xml', 'multipart/related']) {
      const requests = [
        'Access-Control-Request-Method: POST',
        `Access-Control-Request-Headers: ${type}`,
      ]
      const answer = await send('OPTIONS', requests)
      t.is(answer.status, 200)
      t.notRegex(answer.text, /Access-Control/i)
    }
  },
)

test.serial('a GET of a page runs no operation that is not safe', async (t) => {
  const before = effects
  for (const path of ['/soap/pay?op=Pay', '/soap/pay/Pay', '/soap?op=Pay']) {
    const answer = await raw(
      node.port,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${SITE}\r\n`,
    )
    t.is(answer.status, 404, path)
    t.notRegex(answer.text, /Access-Control/i)
  }
  t.is(effects, before)
  // The operation is there.
  t.is((await send('POST', ['Content-Type: text/xml'], soap11(PAY))).status, 200)
  t.is(effects, before + 1)
})
