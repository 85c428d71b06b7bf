/** The exclusive canonical form against libxml2: generated documents, elements in them and PrefixLists. */
import test from 'ava'
import { readDocument } from '../../src/xml/read.js'
import { byLibxml2, byWaybill, elementsOf, type Subset } from '../support/canonical.js'
import { canonicalDocument, prefixList } from '../support/canonical-documents.js'
import { LONG } from '../support/long.js'
import { Random } from '../support/random.js'

const SUBSETS = LONG ? 50_000 : 3_000
/** Of one document. */
const EACH = 4

function subsetsOf(text: string, random: Random): readonly Subset[] {
  const elements = elementsOf(readDocument(text))
  return Array.from({ length: EACH }, () => {
    const element = random.below(elements.length)
    const inside = elementsOf(elements[element] as (typeof elements)[number]).length - 1
    const without =
      inside > 0 && random.chance(0.3) ? element + 1 + random.below(inside) : undefined
    return { text, element, without, prefixes: prefixList(random) }
  })
}

test('generated documents and subsets: the canonical forms of both are the same', (t) => {
  t.timeout(600_000)
  const random = new Random(3)
  const different: unknown[] = []
  let longest = 0
  for (let done = 0; done < SUBSETS; ) {
    for (const subset of subsetsOf(canonicalDocument(random), random)) {
      const [ours, theirs] = [byWaybill(subset), byLibxml2(subset)]
      if (ours !== theirs) different.push({ ...subset, ours, theirs })
      longest = Math.max(longest, ours.length)
      done += 1
    }
  }
  t.true(longest > 1_000)
  t.is(different.length, 0)
  t.deepEqual(different.slice(0, 3), [])
})
