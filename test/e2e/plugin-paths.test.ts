/** Two plugins of one contract beside each other: their paths tell them apart over HTTP and mail, in WSDL, console, commands and queue. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { CallView, OperationsView } from '../../src/operate/admin/api.js'
import { folderOf } from '../support/folder.js'
import { mailSink } from '../support/mail/sink.js'
import { mailOf, stuffed, Talk } from '../support/mail/smtp.js'
import { cli } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { anyRedis } from '../support/redis/redis.js'
import { soap11 } from '../support/wire/envelopes.js'
import { ask } from '../support/wire/wire.js'

/** `Note` fails until there is a file `open`, and leaves one with the name of the plugin that ran it. */
const STOCK = `import { existsSync, writeFileSync } from 'node:fs'
const schema = new URL('./stock.xsd', import.meta.url)
const file = (name) => new URL('./' + name, import.meta.url)
export default ({ options: { site } }) => ({
  operations: [
    { name: '{urn:example:stock}Count', schema, public: true, invoke: ({ item }) => ({ by: site + ' ' + item }) },
    { name: '{urn:example:stock}Note', schema, exchange: 'one-way', invoke() {
      if (!existsSync(file('open'))) throw new Error('not yet')
      writeFileSync(file('noted-' + site), '')
    } },
  ],
})
`
const text = (name: string, child: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="${child}" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`
const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example:stock" elementFormDefault="qualified">${text('Count', 'item')}${text('CountResponse', 'by')}${text('Note', 'item')}</xs:schema>`
const entry = (name: string) =>
  soap11(`<s:${name} xmlns:s="urn:example:stock"><s:item>tea</s:item></s:${name}>`)

const plugins = (path: string) => `plugins:
  - { use: ./stock.mjs, as: north, path: own, options: { site: north } }
  - { use: ./stock.mjs, as: south${path}, options: { site: south } }
  - { use: ./stock.mjs, as: west${path}, options: { site: west } }
`
const OWN = plugins(', path: own')
const FILES = { 'stock.mjs': STOCK, 'stock.xsd': XSD, 'own.yaml': OWN }

const folderWith = (t: ExecutionContext, more: Readonly<Record<string, string>> = {}) =>
  folderOf(t, { ...FILES, ...more })

test('over HTTP the path decides, what is published names it, and the console calls by it', async (t) => {
  const folder = folderWith(t)
  const node = await startDaemon([], ['--config', join(folder, 'own.yaml')])
  t.teardown(() => node.stop())
  for (const site of ['north', 'south', 'west']) {
    const { status, text: answer } = await ask(`${node.url}/${site}`, entry('Count'))
    t.is(status, 200)
    t.regex(answer, new RegExp(`>${site} tea<`))
    const wsdl = await (await fetch(`${node.url}/${site}?wsdl`)).text()
    const locations = [...wsdl.matchAll(/location="([^"]+)"/g)].map(([, one = '']) => one)
    const addresses = locations.filter((one) => !one.includes('?'))
    t.true(addresses.length > 0)
    t.deepEqual([...new Set(addresses)], [`${node.url}/${site}`])
  }
  const nowhere = await ask(node.url, entry('Count'))
  t.is(nowhere.status, 500)
  t.regex(nowhere.text, /There is no such operation here/)
  t.regex(await (await fetch(`${node.url}?wsdl`)).text(), /\/north"[\s\S]*\/south"[\s\S]*\/west"/)

  const { operations, addresses } = (await (
    await node.admin('/api/operations')
  ).json()) as OperationsView
  const counts = operations.filter(({ name }) => name === '{urn:example:stock}Count')
  t.deepEqual(
    counts.map(({ plugin, ownPath }) => [plugin, ownPath]),
    [
      ['north', true],
      ['south', true],
      ['west', true],
    ],
  )
  const called = await node.admin('/api/operations/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-waybill': '1' },
    body: JSON.stringify({
      url: `${addresses[0]?.url}/south`,
      soap: '1.1',
      envelope: soap11(counts[1]?.sample ?? ''),
    }),
  })
  t.regex(((await called.json()) as CallView).answer, />south /)
  // A name that is served twice is one line, and one name.
  const { operations: names } = (await (await node.admin('/api/topology')).json()) as {
    readonly operations: readonly string[]
  }
  t.is(names.filter((name) => name === '{urn:example:stock}Count').length, 1)
  const metrics = await (await node.admin('/metrics')).text()
  const lines = metrics
    .split('\n')
    .filter((line) => /^waybill_exchanges_total\{.*Count".*reply/.test(line))
  t.is(lines.length, 1)
  t.regex(lines[0] ?? '', / 4$/)
})

test('by mail the address decides', async (t) => {
  const sink = await mailSink()
  const relay = `smtp.relay={url: "${sink.url}", from: "bus@localhost"}`
  const node = await startDaemon([relay], ['--config', join(folderWith(t), 'own.yaml')])
  t.teardown(async () => {
    await node.stop()
    await sink.close()
  })
  const listening = await node.logged((line) => line.transport === 'smtp')
  const { port } = new URL(String((listening.listening as string[])[0]))
  const talk = await Talk.open(Number(port))
  await talk.say('EHLO partner.example')
  await talk.say('MAIL FROM:<peer@partner.example>')
  await talk.say('RCPT TO:<south@localhost>')
  await talk.say('DATA')
  const mail = mailOf(entry('Count'), { To: 'south@localhost', 'Content-Type': 'text/xml' })
  talk.write(`${stuffed(mail)}.\r\n`)
  t.regex(await talk.reply(), /^250 /)
  const { content } = await sink.mail(0)
  t.regex(content.toString('latin1'), /From: south@localhost/)
  const [, body = ''] = content.toString('latin1').split('\r\n\r\n')
  t.regex(`${body}${Buffer.from(body, 'base64').toString('utf8')}`, />south tea</)
})

for (const kind of ['embedded', 'redis']) {
  test(`${kind}: a job that was accepted on a path runs its operation after a kill, and another that became own meanwhile`, async (t) => {
    // North and south are beside each other; at first only the latter is called where the node as a whole is addressed.
    const shared = OWN.replace('as: south, path: own', 'as: south')
    const folder = folderWith(t, { 'shared.yaml': shared })
    const queue = [`stateDir=${join(folder, 'state')}`, 'queue.retry.delay=50ms']
    if (kind === 'redis') {
      const redis = await anyRedis()
      t.teardown(() => redis.close())
      queue.push(`queue.url=${redis.url}`, `queue.prefix=paths-${process.pid}`)
    }
    const first = await startDaemon(queue, ['--config', join(folder, 'shared.yaml')])
    t.is((await ask(`${first.url}/north`, entry('Note'))).status, 202)
    t.is((await ask(first.url, entry('Note'))).status, 202)
    const tried = ({ msg, err }: Record<string, unknown>) =>
      JSON.stringify([msg, err]).includes('not yet')
    await first.logged(tried)
    first.process.kill('SIGKILL')
    await first.ended()
    writeFileSync(join(folder, 'open'), '')
    const next = await startDaemon(queue, ['--config', join(folder, 'own.yaml')])
    t.teardown(() => next.stop())
    const done = new Set<unknown>()
    await next.logged((line) => {
      if (line.event === 'job' && line.outcome === 'done') done.add(line.exchange ?? line.id)
      return done.size === 2
    })
    t.true(existsSync(join(folder, 'noted-north')))
    t.true(existsSync(join(folder, 'noted-south')))
    t.false(existsSync(join(folder, 'noted-west')))
  })
}

test('what would be called at one path is refused before the start, with what to do', async (t) => {
  const folder = folderWith(t, { 'shared.yaml': plugins('') })
  const check = (file: string) => cli(['config', 'check', '--config', join(folder, file)])
  const { code, err } = await check('shared.yaml')
  t.is(code, 78)
  t.regex(err, /\}Count is claimed by two plugins: south and west\n {2}\S.*path: own/)
  t.is((await check('own.yaml')).code, 0)
  const plan = await cli(['plan', '--config', join(folder, 'own.yaml')])
  t.regex(plan.out, /\}Count .*\/north only\n.*\n.*\}Count .*\/south only\n/)
  const wsdl = await cli(['wsdl', 'south', '--config', join(folder, 'own.yaml')])
  t.regex(wsdl.out, /\/south"/)
  t.notRegex(wsdl.out, /\/north"/)
  t.is(readFileSync(join(folder, 'own.yaml'), 'utf8'), OWN)
})
