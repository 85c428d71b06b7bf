/** The echo: the same text comes back, whatever is in it. */
import test from 'ava'
import echo from '../../plugins/echo/index.js'
import { createLog } from '../../src/log.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, elementText, type XmlElement } from '../../src/xml/tree.js'
import { escapeText } from '../../src/xml/write.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const node = makeNode({ echo: await echo({ options: {}, folder: '.', log: createLog('silent') }) })

async function echoed(text: string): Promise<string> {
  const body = `<e:Echo xmlns:e="urn:example:echo"><e:text>${escapeText(text)}</e:text></e:Echo>`
  const outcome = await node.inject(soap11(body))
  if (outcome.kind !== 'reply') throw new Error(outcome.kind)
  let at: XmlElement = readDocument(outcome.message.body)
  for (let depth = 0; depth < 3; depth += 1) at = childElements(at).at(-1) as XmlElement
  return elementText(at)
}

test('the text comes back character by character', async (t) => {
  for (const text of [
    '',
    ' \t\n ',
    'a\r\nb\rc',
    '<&>"\'',
    ']]>',
    '<e:text>',
    '\u00e4\u20ac\u{1F600}\u0085\u2028\ufeff\ufffd',
    'x'.repeat(100_000),
  ]) {
    t.is(await echoed(text), text)
  }
})

test('a long run of spaces inside takes no longer than any other text', async (t) => {
  const text = `a${' '.repeat(1_000_000)}b`
  const started = performance.now()
  t.is(await echoed(text), text)
  t.true(performance.now() - started < 10_000)
})
