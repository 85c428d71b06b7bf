/** The documents that are kept: found again, and for a bounded number of addresses. */
import test from 'ava'
import { KeptDocuments } from '../../src/path/description/kept-documents.js'

const document = (text: string) => ({ mediaType: 'text/xml', text, tag: text })

test('a document is found again by its address and what was asked for', (t) => {
  const kept = new KeptDocuments()
  kept.keep('http://one', 'wsdl', document('a'))
  kept.keep('http://one', 'schema', document('b'))
  t.is(kept.find('http://one', 'wsdl')?.text, 'a')
  t.is(kept.find('http://one', 'schema')?.text, 'b')
  t.is(kept.find('http://two', 'wsdl'), undefined)
})

test('documents for more than 64 addresses push out those of the first', (t) => {
  const kept = new KeptDocuments()
  for (let number = 0; number <= 64; number += 1) {
    kept.keep(`http://${number}`, 'wsdl', document(String(number)))
  }
  t.is(kept.find('http://0', 'wsdl'), undefined)
  t.is(kept.find('http://1', 'wsdl')?.text, '1')
  t.is(kept.find('http://64', 'wsdl')?.text, '64')
})
