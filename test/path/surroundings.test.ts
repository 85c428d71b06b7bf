/** What stands around a block that a node takes out or changes goes on as it came, byte for byte. */
import test from 'ava'
import { decodeText } from '../../src/xml/charset.js'
import { overHttp, overMail, overMemory, typeOf } from '../support/nodes/passage.js'
import { backOverHttp, backOverMail, backOverMemory } from '../support/nodes/way-back.js'
import { CELLS, cellHandlers } from '../support/wire/cells.js'
import { blockOf, SURROUNDINGS, type Surrounding } from '../support/wire/surroundings.js'

const SETTINGS = ['routing.hops=false']

interface Case extends Surrounding {
  readonly key: string
  /** Whether a handler has something to do. */
  readonly ours: boolean
  readonly bytes: Buffer
  readonly expected: Buffer
}

/** Every surrounding: with a block in it that a handler takes, puts back, or puts another in for, and with none. */
const CASES: readonly Case[] = SURROUNDINGS.flatMap((surrounding, index) =>
  ['Taken', 'Kept', 'Changed', 'None'].map((local) => {
    const { soap, text, encode = Buffer.from, goes = (all: string) => all } = surrounding
    const key = `${local}-${index}`
    const received = text(key, (prefix) =>
      local === 'None' ? '' : blockOf(local, key, soap, prefix),
    )
    const went = text(key, (prefix) => {
      if (local === 'Kept') return blockOf(local, key, soap, prefix)
      return local === 'Changed' ? `<t:Another xmlns:t="${CELLS}">${key}</t:Another>` : ''
    })
    return {
      ...surrounding,
      key,
      ours: local !== 'None',
      bytes: encode(received),
      expected: Buffer.from(goes(went)),
    }
  }),
)

const keysOf = (cases: readonly Case[]) => cases.filter(({ ours }) => ours).map(({ key }) => key)

for (const [name, open] of Object.entries({ memory: overMemory, HTTP: overHttp, mail: overMail })) {
  test(`over ${name}: the next node gets the rest of a message as it came`, async (t) => {
    const { plugin, processed } = cellHandlers()
    const passage = await open(t, plugin, SETTINGS)
    for (const { name, soap, key, bytes, type = typeOf(soap), expected } of CASES) {
      const { onward, heard } = await passage.send({ key, body: bytes, type })
      t.is(heard?.text, undefined, name)
      const [message] = onward
      t.is(Buffer.from(message?.body ?? '').toString('utf8'), expected.toString('utf8'), name)
      t.deepEqual(Buffer.from(message?.body ?? ''), expected, name)
      t.is(message?.charset?.toLowerCase(), 'utf-8')
      // Without a charset the declaration decides: it must not lie.
      t.is(decodeText(expected), expected.toString('utf8'), name)
    }
    t.deepEqual(processed, keysOf(CASES))
    t.is(passage.received.length, CASES.length)
  })
}

for (const [name, open] of Object.entries({
  memory: backOverMemory,
  HTTP: backOverHttp,
  mail: backOverMail,
})) {
  test(`over ${name}: the sender gets the rest of an answer as it came`, async (t) => {
    const { plugin, processed } = cellHandlers()
    const { ask } = await open(t, plugin, SETTINGS)
    // What memory carries is text already.
    const cases = CASES.filter(({ encode }) => !(name === 'memory' && encode))
    for (const { name, soap, key, bytes, type = typeOf(soap), expected } of cases) {
      const answer = await ask({ key, soap, body: bytes, type })
      t.is(answer.body.toString('utf8'), expected.toString('utf8'), name)
      t.deepEqual(answer.body, expected, name)
      t.is(answer.type, typeOf(soap), name)
    }
    t.deepEqual(processed, keysOf(cases))
  })
}
