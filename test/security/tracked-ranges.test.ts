/** Places of elements are found again after pieces of the text were replaced by others. */
import test from 'ava'
import { elementsAt, parentAt, TrackedRanges } from '../../src/security/tracked-ranges.js'
import { readDocument } from '../../src/xml/read.js'
import { splice } from '../../src/xml/splice.js'
import { childElements } from '../../src/xml/tree.js'

const TEXT = '<r><a/><b><c>1</c><d/></b><e>2</e><f/></r>'

/** The place of a piece of the text. */
function rangeOf(piece: string) {
  const start = TEXT.indexOf(piece)
  return { start, end: start + piece.length }
}

test('an element is found again, whether the cut is before it, within it, or it', (t) => {
  const ranges = new TrackedRanges()
  const kept = ['<a/>', '<b><c>1</c><d/></b>', '<c>1</c>', '<e>2</e>', '<f/>', TEXT].map((piece) =>
    ranges.keep(rangeOf(piece)),
  )
  const cuts = [
    { ...rangeOf('<c>1</c>'), insert: '<longer>than before</longer>' },
    { ...rangeOf('<f/>'), insert: '' },
  ]
  const root = readDocument(splice(TEXT, cuts))
  ranges.move(cuts)
  t.deepEqual(
    kept.map((range) => elementsAt(root, range).map(({ local }) => local)),
    [['a'], ['b'], ['longer'], ['e'], [], ['r']],
  )
})

test('several elements may stand in place of one', (t) => {
  const ranges = new TrackedRanges()
  const range = ranges.keep(rangeOf('<d/>'))
  const cuts = [{ ...rangeOf('<d/>'), insert: 'x<d1/><d2><d3/></d2>' }]
  const root = readDocument(splice(TEXT, cuts))
  ranges.move(cuts)
  t.deepEqual(
    elementsAt(root, range).map(({ local }) => local),
    ['d1', 'd2'],
  )
})

test('what is within a piece that was replaced is nowhere any more', (t) => {
  const ranges = new TrackedRanges()
  const range = ranges.keep(rangeOf('<c>1</c>'))
  const cuts = [{ ...rangeOf('<b><c>1</c><d/></b>'), insert: '<b><c>1</c></b>' }]
  ranges.move(cuts)
  t.deepEqual(elementsAt(readDocument(splice(TEXT, cuts)), range), [])
  // Nor does it come back.
  ranges.move([{ start: 0, end: 0, insert: '' }])
  t.deepEqual(elementsAt(readDocument(TEXT), range), [])
})

test('the element is found whose whole content stands at a place', (t) => {
  const root = readDocument('<r><a> <b/> </a><c><d/>text</c><e><f/><g/></e></r>')
  const [a, c, e] = childElements(root)
  const inner = (element: typeof a) => childElements(element ?? root)[0] ?? root
  t.is(parentAt(root, inner(a)), a)
  t.is(parentAt(root, inner(c)), undefined)
  t.is(parentAt(root, inner(e)), undefined)
  t.is(parentAt(root, { start: 1, end: 2 }), undefined)
})
