/** Header fields: what this binding reads of them has one shape, whoever sends them in whatever order. */
import test from 'ava'
import { readFields } from '../../../transports/http/protocol/header-fields.js'

test('fields have the same names in the same order, whatever the order in which they were sent', (t) => {
  const one = readFields({ host: 'a', 'content-type': 'text/xml', soapaction: '""' })
  const other = readFields({ soapaction: '""', via: '1.1 b', 'x-own': '1', host: 'a' })
  t.deepEqual(Object.keys(one), Object.keys(other))
  t.like(one, { host: 'a', 'content-type': 'text/xml', soapaction: '""', via: undefined })
  t.like(other, { host: 'a', soapaction: '""', via: '1.1 b', 'content-type': undefined })
})

test('RFC 9110 §5.3: values of one name are joined by a comma, in their order', (t) => {
  t.is(readFields({ prefer: ['respond-async', 'wait=5'] }).prefer, 'respond-async, wait=5')
})
