/** An operation gets dates and decimals as it chooses, from the path and from the queue. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { operation, type ValueOptions, type Values } from '../../src/plugin.js'
import { folderOf } from '../support/folder.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const entry = (name: string) => `<xs:element name="${name}"><xs:complexType><xs:sequence>
    <xs:element name="at" type="xs:dateTime" maxOccurs="unbounded"/>
    <xs:element name="price" type="xs:decimal" maxOccurs="unbounded"/>
  </xs:sequence><xs:attribute name="on" type="xs:date"/></xs:complexType></xs:element>`

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="urn:c">
  ${entry('One')}${entry('Two')}
  <xs:element name="OneResponse" type="xs:dateTime"/><xs:element name="TwoResponse" type="xs:dateTime"/>
</xs:schema>`

const NOON = '2026-11-22T12:00:00Z'
const LOCAL = '2026-11-22T12:00:00'
const LONG = '0.10000000000000000001'
const requested = (name: string) =>
  soap11(
    `<c:${name} xmlns:c="urn:c" on="2026-11-22Z"><c:at>${NOON}</c:at><c:at>${LOCAL}</c:at><c:price>1.50</c:price><c:price>${LONG}</c:price></c:${name}>`,
  )

const TEXT = { '@on': '2026-11-22Z', at: [NOON, LOCAL], price: ['1.50', LONG] }
const DATES = { '@on': new Date('2026-11-22'), at: [new Date(NOON), LOCAL] }
const NUMBERS = { price: [1.5, LONG] }

const schemaIn = (t: ExecutionContext) =>
  pathToFileURL(join(folderOf(t, { 'c.xsd': SCHEMA }), 'c.xsd'))

for (const dispatch of ['inline', 'queue'] as const) {
  for (const settings of [[], ['soap.validate=false']]) {
    test(`each operation of a schema has its own choice: ${dispatch} ${settings}`, async (t) => {
      const schema = schemaIn(t)
      const seen: Values[] = []
      const one = (name: string, values?: ValueOptions) => ({
        name: `{urn:c}${name}`,
        schema,
        dispatch,
        values,
        invoke: (parameters: Values) => {
          seen.push({ ...parameters })
          return { value: new Date(NOON) }
        },
      })
      const operations = [one('One', { dates: 'Date', decimals: 'number' }), one('Two')]
      const node = makeNode({ c: { operations } }, { settings })
      t.teardown(() => node.queue.close())
      await node.inject(requested('One'))
      await node.inject(requested('Two'))
      t.deepEqual(seen, [{ ...DATES, ...NUMBERS }, TEXT])
    })
  }
}

test('one thing may be chosen without the other, and what is read can be returned', async (t) => {
  interface One {
    readonly at: readonly (Date | string)[]
    readonly price: readonly string[]
  }
  let seen: One | undefined
  const one = operation<One, { readonly value: Date | string | undefined }>({
    name: '{urn:c}One',
    schema: schemaIn(t),
    values: { dates: 'Date' },
    invoke(parameters) {
      seen = { ...parameters }
      return { value: parameters.at[0] }
    },
  })
  const node = makeNode({ c: { operations: [one] } })
  t.teardown(() => node.queue.close())
  const outcome = await node.inject(requested('One'))
  t.deepEqual(seen, { ...TEXT, ...DATES })
  t.is(outcome.kind, 'reply')
  t.regex(outcome.kind === 'reply' ? outcome.message.body : '', />2026-11-22T12:00:00\.000Z</)
})
