/** Header blocks that came encrypted are understood once they are decrypted, in a whole node. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { WSSE11 } from '../../src/security/names.js'
import type { Outcome } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { mark, marking, T } from '../support/nodes/marking.js'
import { makeNode } from '../support/nodes/node.js'
import { letter, node, sealed } from '../support/security/blocks.js'
import { certificates } from '../support/security/certificates.js'
import { answering, withEnvelope } from '../support/wire/answering.js'

function nodeOf(t: ExecutionContext, more: readonly string[] = []) {
  const { plugin, marks } = marking()
  const { pem, keyPem } = certificates().rsa3072
  const folder = folderOf(t, { 'node.pem': pem, 'node-key.pem': keyPem })
  const settings = [
    `security.certificate=${join(folder, 'node.pem')}`,
    `security.key=${join(folder, 'node-key.pem')}`,
    ...more,
  ]
  return { ...makeNode({ marking: plugin }, { settings }), marks }
}

const block = (local: string) =>
  `<t:${local} xmlns:t="${T}" s:mustUnderstand="1">noted</t:${local}>`

/** The block is encrypted as an EncryptedHeader, which is mandatory as the security block is. */
function encrypted(local: string): string {
  const text = letter({ blocks: [block(local)], body: mark('body') })
  const encrypt = [`{${T}}${local}`]
  return sealed(text, { sign: [], key: undefined, encrypt, to: node().certificate }).text
}

const bodyOf = (outcome: Outcome) =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind

test('WSS 1.1 §9.4.4: a mandatory block that came encrypted gets to its handler', async (t) => {
  const { inject, marks } = nodeOf(t)
  const text = encrypted('Known')
  t.regex(text, /EncryptedHeader [^>]*mustUnderstand="1"/)
  const outcome = await inject(text)
  t.is(outcome.kind, 'reply', bodyOf(outcome))
  t.deepEqual([...marks].toSorted(), ['body', 'noted'])
})

test('WSS 1.1 §9.4.5: one that is not understood once it is decrypted is a MustUnderstand fault', async (t) => {
  const { inject, marks } = nodeOf(t)
  const outcome = await inject(encrypted('Nobody'))
  t.regex(bodyOf(outcome), /MustUnderstand/)
  t.regex(bodyOf(outcome), /Nobody/)
  t.is(marks.size, 0)
})

test('WSS 1.1 §9.4.5: a mandatory one that stays encrypted is refused, others are left aside', async (t) => {
  const { inject, marks } = nodeOf(t)
  const left = (mandatory: string) =>
    letter({
      blocks: [`<w:EncryptedHeader xmlns:w="${WSSE11}"${mandatory}><x/></w:EncryptedHeader>`],
      body: mark(`body${mandatory}`),
    })
  t.is((await inject(left(' s:mustUnderstand="1"'))).kind, 'fault')
  t.is(marks.size, 0)
  t.is((await inject(left(''))).kind, 'reply')
})

test('WSS 1.1 §5: what is encrypted for the ultimate receiver is not sent on in the clear', async (t) => {
  const next = await answering(t, withEnvelope(letter({ body: mark('answer') })))
  const { inject, log } = nodeOf(t, [
    `destinations=${JSON.stringify({ next: { url: next.url } })}`,
    `routes=${JSON.stringify([{ operation: `{${T}}Mark`, to: 'next' }])}`,
    'node.uri=urn:example:between',
  ])
  const { text } = sealed(letter({ body: mark('secret') }), {
    sign: [],
    key: undefined,
    encrypt: ['Body'],
    to: node().certificate,
  })
  t.is((await inject(text)).kind, 'fault')
  t.deepEqual(next.requested, [])
  t.regex(JSON.stringify(log), /encrypted for the ultimate receiver/)
})
