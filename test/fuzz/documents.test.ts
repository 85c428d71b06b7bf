/** Documents of chance, whole and mutated: this reader, libxml2 and expat see the same in each. */
import test from 'ava'
import { difference, EXPAT, LIBXML2, ours, type Verdict } from '../support/differential.js'
import { askExpat, askLibxml2 } from '../support/other-parsers.js'
import { mutate, type Random, randomDocument } from '../support/random.js'
import { DOCUMENTS, randomFor, SEED } from './run.js'

/** Documents that one process of another parser gets. */
const BATCH = 10_000

/** expat knows the names of XML's fourth edition: those of the fifth are replaced, so that it reads on. */
const forExpat = (text: string) => text.replaceAll(/\u{20000}|(?!^)\ufeff/gu, '\u4e00')

/** Mostly mutated ones: a third stays whole. */
function oneOf(random: Random): string {
  let text = randomDocument(random)
  for (let times = random.below(3); times > 0; times -= 1) text = mutate(text, random)
  return text
}

test('three parsers accept and refuse the same documents, and see the same trees', async (t) => {
  t.timeout(3_600_000)
  const random = randomFor(1)
  const different: string[] = []
  let accepted = 0
  for (let done = 0; done < DOCUMENTS; done += BATCH) {
    const count = Math.min(BATCH, DOCUMENTS - done)
    const documents = Array.from({ length: count }, () => oneOf(random))
    const [byLibxml2, byExpat] = await Promise.all([
      askLibxml2(documents),
      askExpat(documents.map(forExpat)),
    ])
    for (const [index, text] of documents.entries()) {
      if ('accepted' in ours(text)) accepted += 1
      const found = [
        difference(text, LIBXML2, byLibxml2[index] as Verdict),
        difference(forExpat(text), EXPAT, byExpat[index] as Verdict),
      ]
      different.push(...found.filter((one) => one !== undefined))
    }
  }
  t.log(JSON.stringify({ seed: SEED, documents: DOCUMENTS, accepted, different: different.length }))
  t.deepEqual(different.slice(0, 20), [])
})
