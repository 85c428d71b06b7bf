/** Long wrong values and paths of characters beyond the basic plane: a fault of the sender, cut between characters. */
import test from 'ava'
import calculator from '../../plugins/calculator/index.js'
import { serveNode } from '../support/nodes/node.js'
import { SILENT } from '../support/silent.js'
import { ask11, ask12 } from '../support/wire/wire.js'

const SMILE = '\u{1F600}'
/** A name may begin with it. */
const LETTER = '\u{10000}'

const node = await serveNode({
  calculator: await calculator({ options: {}, folder: '.', log: SILENT }),
})
test.after.always(() => node.close())

const add = (content: string) =>
  `<c:Add xmlns:c="urn:example:calculator">${content}<c:b>2</c:b></c:Add>`

for (const [what, content] of [
  ['a value', (odd: string) => `<c:a>${odd}${SMILE.repeat(300)}</c:a>`],
  ['an element', (odd: string) => `<c:a>1</c:a><c:n${odd}${LETTER.repeat(150)}/>`],
] as const) {
  test(`${what} that is cut is the sender’s fault, wherever the cut is`, async (t) => {
    for (const odd of ['', 'x']) {
      for (const heard of [
        await ask11(node.url, add(content(odd))),
        await ask12(node.url, add(content(odd))),
      ]) {
        t.is(heard.fault.code, 'Client', heard.text)
        t.is(heard.fault.reason, 'The arguments do not match the schema.')
        t.regex(heard.text, /…/)
      }
    }
  })
}
