/** Types that are written with dates and decimals are those of an operation that chooses them, and of no other. */
import { join } from 'node:path'
import test from 'ava'
import { readDocuments } from '../../../src/schema/documents.js'
import { resolveSchema } from '../../../src/schema/resolve/index.js'
import { writeTypes } from '../../../src/schema/types/index.js'
import { folderOf } from '../../support/folder.js'
import { compile } from '../../types/compile.js'

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o" xmlns="urn:o">
  <xs:simpleType name="Date"><xs:union memberTypes="xs:date xs:dateTime"/></xs:simpleType>
  <xs:element name="Order"><xs:complexType><xs:sequence>
    <xs:element name="at" type="xs:dateTime" nillable="true"/>
    <xs:element name="days"><xs:simpleType><xs:list itemType="xs:date"/></xs:simpleType></xs:element>
    <xs:element name="until" type="Date" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="price"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal">
      <xs:attribute name="since" type="xs:date"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence><xs:anyAttribute namespace="##other"/></xs:complexType></xs:element>
</xs:schema>`

const plugin = (choice: string) => `import { operation } from 'waybill/plugin'
import type { Order } from './types.js'

const schema = new URL('./o.xsd', import.meta.url)
export const order = operation<Order, Order>({
  name: '{urn:o}Order',
  schema,
  ${choice}
  invoke(order) {
    const price: number | string = order.price.$value
    const days: readonly (Date | string)[] = order.days
    return { ...order, days, price: { $value: price, '@since': order.until[0] ?? new Date(0) } }
  },
})
`

test('tsc --strict takes them for an operation that chooses dates, and for no other', (t) => {
  const file = join(folderOf(t, { 'o.xsd': SCHEMA }), 'o.xsd')
  const types = writeTypes(resolveSchema(readDocuments([file])), {
    module: 'waybill/plugin',
    from: 'o.xsd',
    dates: 'Date',
    decimals: 'number',
  })
  const { errors } = compile(
    t,
    {
      'types.ts': types,
      'chosen.ts': plugin(`values: { dates: 'Date', decimals: 'number' },`),
      'text.ts': plugin(''),
    },
    { noEmit: true },
  )
  t.is(errors.length, 1, errors.join('\n'))
  t.regex(errors[0] ?? '', /^text\.ts.*readonly values: .*readonly dates: "Date"/, types)
})
