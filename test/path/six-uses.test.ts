/** A step that is added to the list, in one place, is taken by all that use it. */
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { Transport } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { mark, marking } from '../support/nodes/marking.js'
import { letter, node as peer, sealed } from '../support/security/blocks.js'
import { certificates } from '../support/security/certificates.js'

const LIST = new URL('../../src/path/lines.js', import.meta.url)
const LOCATION = '[route, target, understand, refuseMissed]'
const COUNTING = `[route, target, understand, refuseMissed, {
  name: 'counting',
  takes: ['document'],
  gives: undefined,
  run: ({ document }) => { globalThis.counted.push(document.envelope.entries[0]?.local) },
}]`

const counted: (string | undefined)[] = []
Object.assign(globalThis, { counted })

/** Where the list has one step more, before anything that uses it is loaded. */
async function loaded() {
  const source = readFileSync(fileURLToPath(LIST), 'utf8')
  if (source.split(LOCATION).length !== 2) throw new Error(`the list has not once ${LOCATION}`)
  const data = { url: LIST.href, source: source.replace(LOCATION, () => COUNTING) }
  register(new URL('../support/mutants/hooks.js', import.meta.url), { data })
  const [{ makeNode }, { onwardTo }, { checkEdit }, { judge }, { Routes }] = await Promise.all([
    import('../support/nodes/node.js'),
    import('../support/nodes/onward.js'),
    import('../../src/operate/admin/dead/check-edit.js'),
    import('../../src/cli/plan/message.js'),
    import('../../src/path/routing/routes.js'),
  ])
  return { makeNode, onwardTo, checkEdit, judge, Routes }
}

const CODE = loaded()

/** What is counted while something is done. */
async function countedBy(work: () => Promise<unknown>): Promise<readonly (string | undefined)[]> {
  counted.length = 0
  await work()
  return [...counted]
}

async function nodeOf(t: ExecutionContext, more: readonly string[] = []) {
  const { makeNode } = await CODE
  const made = makeNode({ marking: marking().plugin }, { settings: more })
  t.teardown(() => made.queue.close())
  return made
}

const TEXT = letter({ body: mark('body') })

test.serial('the direct line', async (t) => {
  const { inject } = await nodeOf(t)
  t.deepEqual(await countedBy(() => inject(TEXT)), ['Mark'])
})

test.serial('the deferred line', async (t) => {
  const { inject, queue } = await nodeOf(t)
  const took = await countedBy(async () => {
    const outcome = await inject(TEXT, { patience: 20_000 })
    t.is(outcome.kind, 'reply')
  })
  t.deepEqual(took, ['Mark', 'Mark'])
  t.is((await queue.admin.stats()).dead, 0)
})

test.serial('an answer to a message of this node', async (t) => {
  const { makeNode, onwardTo } = await CODE
  const transport: Transport = {
    name: 'next',
    schemes: ['next'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    send: async () => ({
      kind: 'envelope',
      origin: { transport: 'next', peer: {} },
      mediaType: 'text/xml',
      body: Buffer.from(letter({ body: '<a:Answer xmlns:a="urn:answer"/>' })),
      attachments: [],
    }),
  }
  const { inject, queue } = makeNode(
    { marking: marking().plugin },
    { transports: [transport], findRoute: onwardTo('next:node') },
  )
  t.teardown(() => queue.close())
  t.deepEqual(await countedBy(() => inject(TEXT)), ['Mark', 'Answer'])
})

test.serial('a message that is decrypted, and read again', async (t) => {
  const { pem, keyPem } = certificates().rsa3072
  const folder = folderOf(t, { 'node.pem': pem, 'node-key.pem': keyPem })
  const { inject } = await nodeOf(t, [
    `security.certificate=${folder}/node.pem`,
    `security.key=${folder}/node-key.pem`,
  ])
  const to = peer().certificate
  const { text } = sealed(TEXT, { sign: [], key: undefined, encrypt: ['Body'], to })
  t.deepEqual(await countedBy(() => inject(text)), ['EncryptedData', 'Mark'])
})

test.serial('waybill plan --message', async (t) => {
  const { judge, Routes } = await CODE
  const { parts } = (await nodeOf(t)).processor
  const judging = {
    ...parts,
    routes: new Routes([], []),
    actors: [],
    transport: 'http',
    recipients: [],
  }
  const took = await countedBy(async () => {
    t.true((await judge(Buffer.from(TEXT), undefined, judging)).passes)
  })
  t.deepEqual(took, ['Mark'])
})

test.serial('the check of an edited dead letter', async (t) => {
  const { checkEdit } = await CODE
  const { parts } = (await nodeOf(t)).processor
  const was = {
    id: 'dead',
    kind: 'invoke',
    plugin: 'marking',
    arrival: undefined,
    accepted: 0,
    body: Buffer.from(TEXT),
    charset: undefined,
    attachments: [],
  } as const
  const { signal } = new AbortController()
  const took = await countedBy(async () => {
    t.deepEqual((await checkEdit(TEXT, was, parts, signal)).findings, [])
  })
  t.deepEqual(took, ['Mark'])
})
