/** The node for tests of plugins: a whole one, without sockets. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { FaultAnswer, startNode } from '../../src/testing/index.js'
import { folderOf } from '../support/folder.js'

const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url))
const CONFIG = `
transports: [http]
plugins: [${PLUGINS}/calculator, ${PLUGINS}/ledger]
http: { port: 1 }
`
const ADD = '{urn:example:calculator}Add'
const ENVELOPE = (version: string) =>
  `<e:Envelope xmlns:e="${version}"><e:Body><c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add></e:Body></e:Envelope>`

test('an operation is called as by a client, and its faults are errors', async (t) => {
  const folder = folderOf(t, { 'waybill.yaml': CONFIG })
  const node = await startNode({ config: join(folder, 'waybill.yaml') })
  t.teardown(() => node.close())
  const { values } = await node.call(ADD, { a: 1, b: 2 })
  t.is(values.result, '3')
  const error = await t.throwsAsync(node.call(ADD, { a: 'x' }), { instanceOf: FaultAnswer })
  t.is(error?.code, 'Client')
})

test('an envelope of either version is taken, and what became of it is told', async (t) => {
  const folder = folderOf(t, { 'waybill.yaml': CONFIG })
  const node = await startNode({ config: join(folder, 'waybill.yaml') })
  t.teardown(() => node.close())
  for (const version of [
    'http://schemas.xmlsoap.org/soap/envelope/',
    'http://www.w3.org/2003/05/soap-envelope',
  ]) {
    const outcome = await node.inject(ENVELOPE(version))
    t.true(outcome.kind === 'reply' && outcome.message.body.includes('>3<'), version)
  }
  t.is((await node.inject('<nothing')).kind, 'refused')
})

test('two run beside each other, and one that is closed takes nothing', async (t) => {
  const folder = folderOf(t, { 'waybill.yaml': CONFIG })
  const config = join(folder, 'waybill.yaml')
  const [one, two] = await Promise.all([startNode({ config }), startNode({ config })])
  await one.close()
  await t.throwsAsync(one.call(ADD, { a: 1, b: 2 }))
  t.is((await two.call(ADD, { a: 1, b: 2 })).values.result, '3')
  await two.close()
})

test('settings are those of --set, and what is wrong is told as by the command line', async (t) => {
  const folder = folderOf(t, { 'waybill.yaml': CONFIG })
  const config = join(folder, 'waybill.yaml')
  const node = await startNode({ config, set: ['soap.validate=false'] })
  await node.close()
  await t.throwsAsync(startNode({ config, set: ['plugins=["./nothing"]'] }), {
    message: /nothing/,
  })
})
