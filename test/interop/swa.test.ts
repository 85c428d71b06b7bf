/** The SwA profile of WS-Security with python3-cryptography: it opens what this node seals, and this node what it seals. */
import { join } from 'node:path'
import test from 'ava'
import type { Attachment } from '../../src/message/message.js'
import { HeldBinary } from '../../src/xml/binary.js'
import { mark } from '../support/nodes/marking.js'
import { ALL, contentOf, last, sentBy } from '../support/security/sealed-attachments.js'
import { CLIENTS, run } from './foreign-client.js'

interface SentPart {
  readonly fields: Attachment['fields']
  readonly content: string
}

async function python(input: object): Promise<{
  readonly body: string
  readonly signed: readonly string[]
  readonly attachments: readonly SentPart[]
}> {
  const output = await run('python3', [join(CLIENTS, 'swa.py')], JSON.stringify(input))
  return JSON.parse(output.toString('utf8'))
}

const partOf = (contentType: string, id: string, text: string): Attachment => ({
  contentType,
  id,
  fields: [
    ['X-Own', 'x'],
    ['Content-Type', contentType],
    ['Content-ID', `<${id}>`],
    ['Content-Description', 'a page'],
  ],
  content: new HeldBinary(Buffer.from(text)),
})

const PARTS = [
  partOf('text/plain; format=flowed; charset="UTF-8"', 'a b@a.example', 'one\ntwo\r\n'),
  partOf('image/png', 'scan@a.example', '\u0000\u0001PNG\r\r\n'),
]

async function sentPart({ fields, content }: Attachment): Promise<SentPart> {
  return { fields, content: Buffer.from(await content.bytes()).toString('base64') }
}

for (const encrypt of [[], ['Attachments']]) {
  test(`python3-cryptography opens attachments that are signed${encrypt.length > 0 ? ' and encrypted' : ''} here`, async (t) => {
    const { body, attachments = [] } = await sentBy(
      t,
      { sign: ['Body', 'Attachments'], encrypt },
      PARTS,
    )
    const opened = await python({
      do: 'open',
      body,
      attachments: await Promise.all(attachments.map(sentPart)),
      key: ALL.alice.keyPem,
      certificate: ALL.neighbour.pem,
    })
    t.deepEqual(
      opened.attachments,
      JSON.parse(JSON.stringify(await Promise.all(PARTS.map(sentPart)))),
    )
    t.deepEqual(opened.signed, ['cid:a%20b@a.example', 'cid:scan@a.example'])
  })
}

test('attachments that python3-cryptography signs by both transforms and encrypts are opened here', async (t) => {
  const { body, attachments } = await python({
    do: 'make',
    entry: mark('by python'),
    attachments: await Promise.all(PARTS.map(sentPart)),
    key: ALL.neighbour.keyPem,
    certificate: ALL.neighbour.pem,
    receiver: ALL.alice.pem,
  })
  const { inject, seen, log } = last(t, { encrypted: ['Attachments'] })
  const received = attachments.map(
    ({ fields, content }, index): Attachment => ({
      contentType: 'application/octet-stream',
      id: PARTS[index]?.id,
      fields,
      content: new HeldBinary(Buffer.from(content, 'base64')),
    }),
  )
  const outcome = await inject(body, { attachments: received, packaging: 'attachments' })
  t.is(outcome.kind, 'reply', `${contentOf(outcome)} ${JSON.stringify(log)}`)
  t.deepEqual(
    await Promise.all((seen[0] ?? []).map(sentPart)),
    await Promise.all(PARTS.map(sentPart)),
  )
})
