/** Parts of several messages of one peer, put together and sent to a node over HTTP: nothing of them is done. */
import test, { type ExecutionContext } from 'ava'
import { HeldBinary } from '../../src/xml/binary.js'
import { type Kit, people } from '../support/security/forge/letter.js'
import {
  type Over,
  type Several,
  seven,
  several,
  written,
} from '../support/security/forge/several.js'
import { SEC } from '../support/security/forge/texts.js'
import { type Guarded, guarded } from '../support/security/guarded.js'
import { bodyText, upload } from '../support/wire/upload.js'
import { ask, SOAP_XML, TEXT_XML } from '../support/wire/wire.js'

const SEVEN = Object.keys(seven())
const SOAPS = ['1.1', '1.2'] as const
const FORMS = ['wss', 'soap-dsig'] as const

interface Setup extends Guarded {
  readonly kit: Kit
  readonly send: (message: Several) => Promise<number>
}

async function setup(
  t: ExecutionContext,
  { soap, form }: Pick<Kit, 'soap' | 'form'>,
  signed: readonly string[],
): Promise<Setup> {
  const all = await people()
  const node = await guarded(t, all, { require: 'signature', peers: ['alice'], signed })
  const type = soap === '1.1' ? TEXT_XML : SOAP_XML
  const send = async (message: Several) => (await ask(node.url, written(message), { type })).status
  return { ...node, send, kit: { ...all, soap, form, at: Date.now() } }
}

/** A later message whose Body, with the last signature, is that of an earlier one. */
const mixed = (earlier: Several, later: Several): Several => ({
  ...later,
  signatures: [...later.signatures.slice(0, -1), ...earlier.signatures.slice(-1)],
  body: earlier.body,
})

for (const soap of SOAPS) {
  for (const form of FORMS) {
    const parts = form === 'wss' ? ['Time', ...SEVEN] : SEVEN
    const signed = ['Body', ...(form === 'wss' ? ['Timestamp'] : []), 'Addressing']

    test(`SOAP ${soap}, ${form}: beside seven addressing blocks, Body of an earlier message is not taken in a newer one`, async (t) => {
      const { kit, send, marks } = await setup(t, { soap, form }, signed)
      const message = (text: string, ...over: readonly Over[]) =>
        several(kit, { text, addressing: seven() }, over)
      const apart: readonly Over[] = [{ parts }, { parts: ['Body'] }]
      const [earlier, later] = [message('earlier', ...apart), message('later', ...apart)]
      t.true((await send(mixed(earlier, later))) >= 400)
      t.true((await send(earlier)) >= 400)
      t.deepEqual([...marks], [])
      // What is refused is not remembered, and takes nothing from the message whose parts it has.
      const whole = message('whole', { parts: [...parts, 'Body'] })
      t.true((await send({ ...mixed(whole, earlier), body: whole.body })) >= 400)
      t.is(await send(whole), 200)
      t.deepEqual([...marks], ['whole'])
    })

    test(`SOAP ${soap}, ${form}: Body that was delivered is not taken again in a fresh message`, async (t) => {
      const { kit, send, marks } = await setup(t, { soap, form }, signed)
      const tied: readonly Over[] = [{ parts }, { parts: ['Body'], endorses: true }]
      const message = (text: string) => several(kit, { text, addressing: seven() }, tied)
      const [earlier, later] = [message('earlier'), message('later')]
      t.is(await send(earlier), 200)
      t.deepEqual([...marks], ['earlier'])
      const [, old] = earlier.signatures
      const [fresh, newer] = later.signatures
      if (old === undefined || fresh === undefined || newer === undefined) return t.fail()
      const { body } = earlier
      for (const signatures of [
        [fresh, old],
        [old],
        [...earlier.signatures, fresh],
        [fresh, ...earlier.signatures],
      ]) {
        t.true((await send({ ...later, body, signatures })) >= 400)
      }
      t.is(await send(later), 200)
      t.deepEqual([...marks], ['earlier', 'later'])
      // Where Body was delivered by itself, long ago: a node that remembers nothing of it does not take it, either.
      const alone = await setup(t, { soap, form }, ['Body'])
      const apart: readonly Over[] = [{ parts }, { parts: ['Body'] }]
      const before = several(kit, { text: 'before', addressing: seven() }, apart)
      const after = several(kit, { text: 'after', addressing: seven() }, apart)
      t.is(await alone.send({ ...before, signatures: before.signatures.slice(1) }), 200)
      t.true((await send(mixed(before, after))) >= 400)
      t.deepEqual([...alone.marks, ...marks], ['before', 'earlier', 'later'])
    })

    test(`SOAP ${soap}, ${form}: a signature that did not count is remembered with the one that did`, async (t) => {
      const { kit, send } = await setup(t, { soap, form }, ['Body'])
      const both = several(kit, { addressing: seven() }, [
        { parts: ['Body', 'To'] },
        { parts: ['Body'] },
      ])
      t.is(await send(both), 200)
      for (const signature of both.signatures) {
        t.true((await send({ ...both, signatures: [signature] })) >= 400)
      }
    })
  }

  test(`SOAP ${soap}: of eight attachments none is taken from an earlier message`, async (t) => {
    const { kit, url, marks } = await setup(t, { soap, form: 'wss' }, [
      'Body',
      'Timestamp',
      'Attachments',
    ])
    const ids = Array.from({ length: 8 }, (_, n) => `${n}@a.example`)
    const contents = (text: string) => Object.fromEntries(ids.map((id) => [id, `${text} ${id}`]))
    const cids = ids.map((id) => `cid:${id}`)
    const send = async (message: Several, attached: Readonly<Record<string, string>>) => {
      const attachments = Object.entries(attached).map(([id, content]) => ({
        contentType: 'image/png',
        id,
        content: new HeldBinary(Buffer.from(content)),
      }))
      const packaging = 'attachments'
      const answer = await upload(url, { body: written(message), attachments, packaging, soap })
      await bodyText(answer.body)
      return answer.status
    }
    const message = (text: string, ...over: readonly Over[]) =>
      several(kit, { text, attachments: contents(text) }, over)
    // Eight References in the first, two in the second: it was so written before.
    const cut = (from: 'Time' | undefined): readonly Over[] => [
      { parts: ['Time', 'Body', ...cids.slice(0, 6)] },
      { parts: [...(from ? [from] : []), ...cids.slice(6)] },
    ]
    for (const from of [undefined, 'Time'] as const) {
      const [earlier, later] = [message('earlier', ...cut(from)), message('later', ...cut(from))]
      const those = { ...contents('later'), ...last(contents('earlier')) }
      const signatures = [...later.signatures.slice(0, 1), ...earlier.signatures.slice(1)]
      t.true((await send({ ...later, signatures }, those)) >= 400)
      // Signatures that need not hold, and do not: what they are over is not what others are over.
      const optional = { ...later, signatures: later.signatures.slice(0, 1) }
      const addressing = entryOf(kit, contents('earlier'), [...cids.slice(6), 'Body'])
      t.true((await send({ ...optional, addressing }, those)) >= 400)
      t.deepEqual([...marks], [])
    }
    const whole = message('whole', { parts: ['Time', 'Body', ...cids] })
    t.is(await send(whole, contents('whole')), 200)
    const tied = message('tied', ...cut('Time'))
    t.is(await send(tied, contents('tied')), 200)
    t.deepEqual([...marks], ['whole', 'tied'])
  })
}

/** A signature of another message that is not mandatory: Body is not there, and the attachments are. */
function entryOf(
  kit: Kit,
  attachments: Readonly<Record<string, string>>,
  parts: readonly string[],
): string {
  const { signatures } = several({ ...kit, form: 'soap-dsig' }, { attachments }, [{ parts }])
  return `<sec:Signature xmlns:sec="${SEC}">${signatures.join('')}</sec:Signature>`
}

function last(contents: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(contents).slice(6))
}
