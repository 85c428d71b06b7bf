/** Findings say where they are, however large the element is and however long its names are. */
import test from 'ava'
import { pathsTo } from '../../../src/schema/validate/path.js'
import { readDocument } from '../../../src/xml/read.js'
import { childElements, type XmlElement } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'

const children = (element: XmlElement) => childElements(element)

test('siblings of one name have an index from 1, and one that is alone has none', (t) => {
  const root = readDocument('<r><a/>text<b><c/></b><a/><a x="1"/></r>')
  const [first, b, second, third] = children(root)
  const [c] = b ? children(b) : []
  const all = new Set([root, first, b, second, third, c].filter((one) => one !== undefined))
  t.deepEqual(
    [...atOnce(pathsTo(root, all)).values()],
    ['/r', '/r/a[1]', '/r/b', '/r/b/c', '/r/a[2]', '/r/a[3]'],
  )
})

test('an element of another tree has no path', (t) => {
  const other = readDocument('<r/>')
  t.is(atOnce(pathsTo(readDocument('<r/>'), new Set([other]))).size, 0)
})

test('a path is cut in the middle', (t) => {
  const depth = 90
  const name = 'n'.repeat(1000)
  const root = readDocument(`<r>${`<${name}>`.repeat(depth)}<a/>${`</${name}>`.repeat(depth)}</r>`)
  let deepest = root
  for (let next = children(root)[0]; next; next = children(next)[0]) deepest = next
  const path = atOnce(pathsTo(root, new Set([deepest]))).get(deepest) ?? ''
  t.true(path.startsWith('/r/nnn'))
  t.true(path.endsWith('n/a'))
  t.is(path.length, 301)
})

test('elements at the end of a large tree are looked for in portions', (t) => {
  const root = readDocument(`<r>${'<a/>'.repeat(50_000)}</r>`)
  const last = children(root).slice(-10)
  const walk = pathsTo(root, new Set(last))
  let portions = 0
  let next = walk.next()
  for (; !next.done; next = walk.next()) portions += 1
  t.true(portions > 100)
  t.is(next.value.get(last[9] ?? root), '/r/a[50000]')
})
