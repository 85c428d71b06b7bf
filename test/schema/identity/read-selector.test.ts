/** The XPath subset of selectors and fields. */
import test from 'ava'
import { readField, readSelector } from '../../../src/schema/identity/index.js'
import { SchemaProblem } from '../../../src/schema/problem.js'
import { readDocument } from '../../../src/xml/read.js'

const { scope } = readDocument('<a xmlns:p="urn:p" xmlns="urn:d"/>')

const STAR = { namespace: undefined, local: undefined }
const name = (local: string, namespace = '') => ({ namespace, local })

test('c-selector-xpath: steps, alternatives, and any name', (t) => {
  t.deepEqual(readSelector('a/p:b | .//* | p:* | .', scope), [
    { anywhere: false, steps: [name('a'), name('b', 'urn:p')], attribute: undefined },
    { anywhere: true, steps: [STAR], attribute: undefined },
    { anywhere: false, steps: [{ namespace: 'urn:p', local: undefined }], attribute: undefined },
    { anywhere: false, steps: [], attribute: undefined },
  ])
})

test('c-selector-xpath: a name without a prefix is in no namespace', (t) => {
  t.is(readSelector('a', scope)[0]?.steps[0]?.namespace, '')
})

test('c-selector-xpath: white space and axes in full', (t) => {
  t.deepEqual(readSelector(' . //  child :: a / . / child\n::*\t', scope), [
    { anywhere: true, steps: [name('a'), STAR], attribute: undefined },
  ])
  t.deepEqual(readSelector('child/attribute', scope)[0]?.steps, [name('child'), name('attribute')])
})

test('c-fields-xpaths: an attribute may be the last step', (t) => {
  t.deepEqual(readField('.//a/@p:b', scope), [
    { anywhere: true, steps: [name('a')], attribute: name('b', 'urn:p') },
  ])
  t.deepEqual(readField('@*|attribute::c|.', scope), [
    { anywhere: false, steps: [], attribute: STAR },
    { anywhere: false, steps: [], attribute: name('c') },
    { anywhere: false, steps: [], attribute: undefined },
  ])
})

const WRONG = [
  '',
  '/a',
  '//a',
  'a//b',
  'a/',
  '|a',
  'a|',
  'a b',
  'q:a',
  'p:',
  ':a',
  'p:a:b',
  '..',
  'a[1]',
]

for (const xpath of [...WRONG, '@a', 'attribute::a', 'p: *']) {
  test(`c-selector-xpath: not ${JSON.stringify(xpath)}`, (t) => {
    const problem = t.throws(() => readSelector(xpath, scope), { instanceOf: SchemaProblem })
    t.is(problem.clause, 'c-selector-xpath')
  })
}

for (const xpath of [...WRONG, '@a/b', '@', '@a/@b', './/@', 'self::a', 'p:@a']) {
  test(`c-fields-xpaths: not ${JSON.stringify(xpath)}`, (t) => {
    const problem = t.throws(() => readField(xpath, scope), { instanceOf: SchemaProblem })
    t.is(problem.clause, 'c-fields-xpaths')
  })
}
