/** Messages that are slow to check against their schema hold up no other caller. */
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { startBounded, startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { honest } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'

const PLUGIN = {
  'slow/package.json': '{"type": "module"}',
  'slow/index.js': `const schema = new URL('./slow.xsd', import.meta.url)
    export default () => ({ operations: ['Match', 'List'].map((name) => ({ name: '{urn:slow}' + name, schema, invoke() {} })) })`,
  'slow/slow.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="urn:slow">
    <xs:element name="Match"><xs:complexType><xs:sequence><xs:element name="v" maxOccurs="unbounded"><xs:simpleType>
      <xs:restriction base="xs:string"><xs:pattern value="(a|aa)+b"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>
    <xs:element name="List"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema>`,
}

const match = (text: string) =>
  post(soap11(`<Match xmlns="urn:slow">${`<v>${text}</v>`.repeat(3)}</Match>`))

test('by libxml2, a pattern that backtracks is ended at a deadline, and callers are answered meanwhile', async (t) => {
  const folder = folderOf(t, PLUGIN)
  const plugins = `plugins=[calculator, ${join(folder, 'slow')}]`
  const settings = [plugins, 'soap.schemaEngine=libxmljs2']
  const daemon = await startBounded({ soap: { timeout: 5000 } }, settings)
  t.teardown(() => daemon.stop())
  const answered: string[] = []
  const slow = raw(daemon.port, match('a'.repeat(60_000)), { first: true }).then((answer) => {
    answered.push('slow')
    return answer
  })
  for (let calls = 0; calls < 5; calls += 1) {
    const { status } = await raw(daemon.port, post(soap11(ADD)), { first: true })
    answered.push(String(status))
  }
  const { status, body } = await slow
  t.is(answered.at(-1), 'slow', answered.join(' '))
  t.is(status, 500)
  t.regex(body, /faultcode>soap:Client<.*takes too long to be checked against its schema/)
  const line = await daemon.logged(({ msg }) => /took too long and was ended/.test(String(msg)))
  t.is(line.schema, join(folder, 'slow', 'slow.xsd'))
  // The next one is checked by another process.
  const small = await raw(daemon.port, match('aab'), { first: true })
  t.is(small.status, 200, small.body)
  await honest(t, daemon)
})

test('by our own rules, a pattern takes no longer for a text that backtracks', async (t) => {
  const folder = folderOf(t, PLUGIN)
  const daemon = await startDaemon([`plugins=[calculator, ${join(folder, 'slow')}]`])
  t.teardown(() => daemon.stop())
  const { status, body } = await raw(daemon.port, match('a'.repeat(60_000)), { first: true })
  t.is(status, 500)
  t.regex(body, /faultcode>soap:Client<.*\/Match\/v\[1\]: /)
  const small = await raw(daemon.port, match('aab'), { first: true })
  t.is(small.status, 200, small.body)
  await honest(t, daemon)
})

test('98,000 wrong values have the findings that one has', async (t) => {
  const folder = folderOf(t, PLUGIN)
  const settings = [`plugins=[calculator, ${join(folder, 'slow')}]`]
  const daemon = await startBounded({ soap: { timeout: 60_000 } }, settings)
  t.teardown(() => daemon.stop())
  const list = (values: string) => post(soap11(`<List xmlns="urn:slow">${values}</List>`))
  const { body } = await raw(daemon.port, list('<n>x</n>'.repeat(98_000)), { first: true })
  const one = await raw(daemon.port, list('<n>x</n>'), { first: true })
  const [, finding = 'none'] =
    /<waybill:Invalid[^>]*>\/List\/n: (.*?)<\/waybill:Invalid>/.exec(one.body) ?? []
  t.is(body.split(finding).length - 1, 10)
  t.true(body.includes(`/List/n[10]: ${finding}`))
  await honest(t, daemon)
})
