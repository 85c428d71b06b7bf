/** The reader against libxml2: both take the same documents, and see the same tree in them. */
import test from 'ava'
import { difference, LIBXML2, ours, type Verdict } from '../support/differential.js'
import { LONG } from '../support/long.js'
import { askLibxml2 } from '../support/other-parsers.js'
import { mutate, Random, randomDocument } from '../support/random.js'

/** A minute of documents in the long form. */
const TIMES = LONG ? 20 : 1

async function differences(documents: readonly string[]): Promise<readonly string[]> {
  const verdicts = await askLibxml2(documents)
  return documents.flatMap(
    (text, index) => difference(text, LIBXML2, verdicts[index] as Verdict) ?? [],
  )
}

test('well-formed documents: the same trees', async (t) => {
  const random = new Random(1)
  const documents = Array.from({ length: 3000 * TIMES }, () => randomDocument(random))
  t.true(documents.filter((text) => 'accepted' in ours(text)).length > 2000 * TIMES)
  t.deepEqual(await differences(documents), [])
})

test('mutated documents: the same are refused', async (t) => {
  const random = new Random(2)
  const documents = Array.from({ length: 6000 * TIMES }, () =>
    mutate(randomDocument(random), random),
  )
  t.true(documents.filter((text) => 'refused' in ours(text)).length > 2000 * TIMES)
  t.deepEqual(await differences(documents), [])
})
