/** That nodes which send messages on have names of their own. */
import test from 'ava'
import { z } from 'zod'
import { checkNamed, UNNAMED } from '../../src/config/routing.js'
import { readConfig } from '../support/config.js'

const schema = z
  .object({ node: z.object({ uri: z.string() }), routes: z.array(z.unknown()) })
  .check(checkNamed)

const messages = (uri: string, routes: readonly unknown[]) =>
  schema
    .safeParse({ node: { uri }, routes })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a node with routes needs a URI of its own', (t) => {
  t.deepEqual(messages(UNNAMED, [{}]), [
    [
      'node.uri',
      'expected a URI of its own, as each node on the way needs a name that no other has',
    ],
  ])
  t.is(messages(UNNAMED, []), undefined)
  t.is(messages('urn:a', [{}]), undefined)
})

test('the name that counts as none is the one by default', (t) => {
  const { node, routing } = readConfig({ environment: {}, settings: [] })
  t.is(node.uri, UNNAMED)
  t.deepEqual(routing, { hops: true, trace: true })
})

test('a URI is no longer than what the blocks can hold', (t) => {
  const read = (length: number) =>
    readConfig({ environment: {}, settings: [`node.uri=urn:${'x'.repeat(length - 4)}`] })
  t.is(read(256).node.uri.length, 256)
  t.throws(() => read(257), { message: /node\.uri/ })
})
