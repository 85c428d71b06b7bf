/** Which schemas libxml2 checks in time that grows with the text only. */
import { join } from 'node:path'
import test from 'ava'
import { isLinear, isPlain } from '../../src/schema/linear.js'
import { folderOf } from '../support/folder.js'

for (const pattern of [
  '',
  'abc',
  '[A-Z]{2}[0-9]{6}',
  '\\d{3}-\\d{4}',
  '[a-z0-9]+',
  '\\p{Lu}\\p{L}*',
  '[^\\]]*;',
  'a?b?c?',
  '[A-Z]{1,3}-[0-9]{1,5}',
  '\\(\\d+\\)',
]) {
  test(`the pattern ${pattern} is plain`, (t) => t.true(isPlain(pattern)))
}

for (const pattern of [
  '(a|aa)+b',
  '(a+)+b',
  'a|b',
  'a*a*a*b',
  '.*x.*',
  'a{2,}b+',
  '(x{1,40}){1,40}y',
  'a{1,500}a{1,500}b',
  'a?'.repeat(5),
  '[a-z-[aeiou]]+',
  '[',
  'a**',
]) {
  test(`the pattern ${pattern} is not plain`, (t) => t.false(isPlain(pattern)))
}

const schema = (inside: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s">${inside}</xs:schema>`
const restricted = (pattern: string) =>
  `<xs:element name="E"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType></xs:element>`

test('a schema is as awkward as its worst document', (t) => {
  const folder = folderOf(t, {
    'plain.xsd': schema(restricted('[a-z]+')),
    'awkward.xsd': schema(restricted('(a|aa)+b')),
    'includes.xsd': schema('<xs:include schemaLocation="awkward.xsd"/>'),
    'unique.xsd': schema(
      '<xs:element name="L"><xs:unique name="U"><xs:selector xpath="n"/><xs:field xpath="@i"/></xs:unique></xs:element>',
    ),
  })
  const linear = (name: string) => isLinear(join(folder, name))
  t.true(linear('plain.xsd'))
  t.false(linear('awkward.xsd'))
  t.false(linear('includes.xsd'))
  t.false(linear('unique.xsd'))
})
