/** Header handlers of actors that this node never is: they would never run. */
import test from 'ava'
import { NEXT, ULTIMATE_RECEIVER } from '../../src/plugin.js'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import { makeNode } from '../support/nodes/node.js'

function start(actor: string | undefined) {
  const handler = {
    name: '{urn:q}Block',
    process: () => undefined,
    ...(actor && { actor }),
  } as const
  return makeNode({ q: { headers: [handler] } }, { settings: ['node.actors=[urn:audit]'] })
}

test('a handler of an actor that this node does not play is refused at start', (t) => {
  t.throws(() => start('urn:other'), {
    code: 'WAYBILL_PLUGIN_INVALID',
    message:
      'the plugin q handles {urn:q}Block for the actor urn:other, which this node does not play: node.actors is ["urn:audit"]',
  })
})

test('a handler of an actor that it plays is not', (t) => {
  for (const actor of [
    undefined,
    NEXT,
    ULTIMATE_RECEIVER,
    'urn:audit',
    SOAP_11.next,
    SOAP_12.next,
  ]) {
    t.notThrows(() => start(actor))
  }
})
