/** What libxml2 gets of a message: a text that is written from the tree, never the one that came. */
import test from 'ava'
import { writeForValidation } from '../../src/schema/for-validation.js'
import { readDocument } from '../../src/xml/read.js'

const RECEIVED = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment --><p:a xmlns:p='urn:p' xmlns:unused="urn:unused" p:b = '&#65;&quot;'
  ><c><![CDATA[<&]]></c ><!-- another --><c>&#x42;</c></p:a >`

test('a comment, a CDATA section, a reference and the way that a tag is written do not reach libxml2', (t) => {
  t.is(
    writeForValidation(readDocument(RECEIVED)),
    '<p:a xmlns:p="urn:p" xmlns:unused="urn:unused" p:b="A&quot;"><c>&lt;&amp;</c><c>B</c></p:a>',
  )
})

test('where a message says that schemas are does not reach libxml2, at any element', (t) => {
  const hints = `xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:schemaLocation="urn:p file:///p.xsd" x:noNamespaceSchemaLocation="http://127.0.0.1/a.xsd"`
  const text = `<a ${hints}><b ${hints} x:nil="true"/></a>`
  const written = writeForValidation(readDocument(text))
  t.notRegex(written, /ocation|file:|127\.0\.0\.1/)
  t.regex(written, /x:nil="true"/)
})
