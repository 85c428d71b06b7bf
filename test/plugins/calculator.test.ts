/** The calculator: sums, differences, quotients, and the fault of a zero divisor. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import calculator from '../../plugins/calculator/index.js'
import { createLog } from '../../src/log.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import type { Outcome } from '../../src/transport.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, clarkName, elementText, type XmlElement } from '../../src/xml/tree.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const plugin = await calculator({ options: {}, folder: '.', log: createLog('silent') })
const node = makeNode({ calculator: plugin })

const entry = (operation: string, a: string, b: string) =>
  `<c:${operation} xmlns:c="urn:example:calculator"><c:a>${a}</c:a><c:b>${b}</c:b></c:${operation}>`

/** The body entry of an outcome. */
function answer(outcome: Outcome): XmlElement {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
  const body = childElements(readDocument(outcome.message.body)).at(-1) as XmlElement
  return childElements(body)[0] as XmlElement
}

async function result(operation: string, a: string, b: string): Promise<string> {
  const outcome = await node.inject(soap11(entry(operation, a, b)))
  const found = answer(outcome)
  if (clarkName(found) !== `{urn:example:calculator}${operation}Response`) {
    throw new Error(clarkName(found))
  }
  return elementText(childElements(found)[0] as XmlElement)
}

test('it adds, subtracts and divides', async (t) => {
  t.is(await result('Add', '1', '2.5'), '3.5')
  t.is(await result('Add', '-1e300', '1e300'), '0')
  t.is(await result('Subtract', '1', '2'), '-1')
  t.is(await result('Divide', '1', '4'), '0.25')
  t.is(await result('Add', 'INF', '1'), 'INF')
  t.is(await result('Subtract', 'INF', 'INF'), 'NaN')
})

test('the order of the operands in the message does not matter', async (t) => {
  const swapped =
    '<c:Subtract xmlns:c="urn:example:calculator"><c:b>1</c:b><c:a>5</c:a></c:Subtract>'
  t.is(elementText(childElements(answer(await node.inject(soap11(swapped))))[0] as XmlElement), '4')
})

test('its answers are valid by its own schema', async (t) => {
  const file = fileURLToPath(new URL('../../plugins/calculator/calculator.xsd', import.meta.url))
  const schema = libxmljs2Engine.compile(file)
  for (const [a, b] of [
    ['1', '2'],
    ['INF', '1'],
    ['1e308', '1e308'],
    ['1e-320', '0'],
    ['NaN', '0'],
  ] as const) {
    const outcome = await node.inject(soap11(entry('Add', a, b)))
    t.deepEqual(schema.validate(answer(outcome)), [])
  }
})

test('a divisor of zero is a fault with a detail of its own, in both versions', async (t) => {
  for (const zero of ['0', '-0', '0.0e5']) {
    const outcome = await node.inject(soap11(entry('Divide', '1', zero)))
    t.is(outcome.kind === 'fault' && outcome.code, 'Client')
    const [code, reason, detail] = childElements(answer(outcome))
    t.is(code && elementText(code), 'soap:Client')
    t.is(reason && elementText(reason), 'The divisor is zero.')
    t.deepEqual(detail && childElements(detail).map(clarkName), [
      '{urn:example:calculator}DivisionByZero',
    ])
  }
  const outcome = await node.inject(soap12(entry('Divide', '1', '0')), {
    mediaType: 'application/soap+xml',
  })
  t.regex(
    outcome.kind === 'fault' ? outcome.message.body : '',
    /<env:Value>env:Sender<\/env:Value>/,
  )
})

test('operands that are missing, doubled or no numbers do not reach it', async (t) => {
  for (const inside of [
    '',
    '<c:a>1</c:a>',
    '<c:a>1</c:a><c:b>x</c:b>',
    '<c:a>1</c:a><c:b>1</c:b><c:b>1</c:b>',
    '<c:a>1</c:a><c:b>1</c:b><c:d>1</c:d>',
    '<c:a>1<c:b>1</c:b></c:a><c:b>1</c:b>',
  ]) {
    const outcome = await node.inject(
      soap11(`<c:Add xmlns:c="urn:example:calculator">${inside}</c:Add>`),
    )
    t.is(outcome.kind === 'fault' && outcome.code, 'Client', inside)
  }
})

test('its operations are safe: they can be retrieved', (t) => {
  t.deepEqual(
    plugin.operations?.map(({ safe }) => safe),
    [true, true, true],
  )
})
