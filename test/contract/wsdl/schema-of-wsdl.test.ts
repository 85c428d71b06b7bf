/** A WSDL document as the schema of an operation: its rpc entries are elements, whatever engine checks them. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { openEngine } from '../../../src/schema/open.js'
import { element } from '../../../src/xml/tree.js'
import { folderOf } from '../../support/folder.js'
import { makeNode } from '../../support/nodes/node.js'
import { soap11 } from '../../support/wire/envelopes.js'
import { binding, message, orders } from './documents.js'

const RPC = orders({
  messages:
    message(
      'PlaceIn',
      '<w:part name="item" type="xs:string"/><w:part name="count" type="xs:int"/>',
    ) + message('PlaceOut', '<w:part name="number" type="xs:int"/>'),
  bindings: binding('<s:body use="literal" namespace="urn:r"/>', { style: 'rpc' }),
})

test('an operation of rpc is arranged, checked, typed and answered by its WSDL document', async (t) => {
  const file = join(folderOf(t, { 'orders.wsdl': RPC }), 'orders.wsdl')
  const seen: unknown[] = []
  const node = makeNode({
    orders: {
      operations: [
        {
          name: '{urn:r}Place',
          schema: pathToFileURL(file),
          invoke: (parameters) => {
            seen.push(parameters)
            return { number: 7 }
          },
        },
      ],
    },
  })
  const requestOf = (inside: string) => soap11(`<r:Place xmlns:r="urn:r">${inside}</r:Place>`)
  // The order of parameters does not matter.
  const done = await node.inject(requestOf('<count>2</count><item>tea</item>'))
  if (done.kind !== 'reply') return t.fail(done.kind)
  t.deepEqual(
    seen.map((one) => ({ ...Object(one) })),
    [{ item: 'tea', count: 2 }],
  )
  t.regex(done.message.body, /PlaceResponse xmlns[^>]*="urn:r"[^>]*><number>7<\/number>/)
  t.is((await node.inject(requestOf('<item>tea</item><count>two</count>'))).kind, 'fault')
  t.is(seen.length, 1)
})

for (const name of ['waybill', 'libxmljs2'] as const) {
  test(`the entries of a WSDL document are checked: ${name}`, async (t) => {
    const file = join(folderOf(t, { 'orders.wsdl': RPC }), 'orders.wsdl')
    const engine = await openEngine(name)
    const schema = engine.compile(file)
    const requestOf = (count: string) =>
      element({
        name: '{urn:r}Place',
        children: [
          element({ name: 'item', children: ['tea'] }),
          element({ name: 'count', children: [count] }),
        ],
      })
    t.deepEqual(schema.validate(requestOf('2')), [])
    t.is(schema.validate(requestOf('two')).length, 1)
  })
}
