/** Random types, and random elements of them: read, written and read again, they say the same. */
import test from 'ava'
import { readDocument } from '../../../src/xml/read.js'
import { atOnce, walking } from '../../../src/xml/walk.js'
import { writeElement } from '../../../src/xml/write.js'
import { LONG } from '../../support/long.js'
import { Random } from '../../support/random.js'
import { complexType } from '../../support/schemas/random-values.js'
import { meaning, plain, typed } from '../../support/typed.js'

const TYPES = LONG ? 20_000 : 300
const INSTANCES = 5
const SCOPE =
  'xmlns:u="urn:u" xmlns:o="urn:o" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

test('random elements of random types are read and written without a difference', (t) => {
  for (let seed = 1; seed <= TYPES; seed += 1) {
    const random = new Random(seed)
    const { type, instance } = complexType(random)
    const schema = typed(t, `<xs:element name="e">${type}</xs:element>`)
    const declared = schema.element('{urn:u}e')
    if (!declared) throw new Error('the schema declares no e')
    for (let count = 0; count < INSTANCES; count += 1) {
      const { attributes, content } = instance(random)
      const text = `<u:e ${SCOPE}${attributes}>${content}</u:e>`
      const element = readDocument(text)
      const read = atOnce(declared.validating(element))
      if (read.findings.length > 0) {
        t.fail(`${seed}: ${read.findings[0]?.sentence} ${read.findings[0]?.path}\n${type}\n${text}`)
        return
      }
      const values = atOnce(walking(declared.named(read.value, element)))
      const sent = readDocument(writeElement(atOnce(declared.writing(values, true))))
      const again = atOnce(declared.validating(sent))
      const where = `${seed}:\n${type}\n${text}`
      t.deepEqual(again.findings, [], where)
      t.deepEqual(comparable(again.value), comparable(read.value), where)
      t.deepEqual(meaning(schema, sent), meaning(schema, element), where)
    }
  }
})

/** Elements have places in their texts, which are others. */
function comparable(value: Parameters<typeof plain>[0]): unknown {
  return JSON.parse(
    JSON.stringify(plain(value), (key, one) => {
      if (typeof one === 'bigint') return `${one}n`
      if (typeof one === 'number' && !(Math.abs(one) > 0 && Number.isFinite(one))) {
        return Object.is(one, -0) ? '-0' : String(one)
      }
      return key === 'start' || key === 'end' || key === 'scope' ? undefined : one
    }),
  )
}
