/** A header block with an empty actor or role is the ultimate receiver's, in both versions of SOAP. */
import test from 'ava'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import { makeNode } from '../support/nodes/node.js'
import { envelope } from '../support/wire/envelopes.js'

for (const version of [SOAP_11, SOAP_12]) {
  test(`SOAP 1.2 Part 1 §5.2.2: an empty ${version.actorAttribute} is what none is`, async (t) => {
    const operation = { name: '{urn:q}Op', invoke: () => ({}) }
    const seen: string[] = []
    const headers = [
      {
        name: '{urn:q}Known',
        process: () => {
          seen.push('Known')
        },
      },
    ]
    const node = makeNode({ q: { operations: [operation], headers } })
    const block = (name: string, actor: string) =>
      `<q:${name} xmlns:q="urn:q" xmlns:v="${version.namespace}" v:mustUnderstand="1" v:${version.actorAttribute}="${actor}"/>`
    const sent = (header: string) =>
      node.inject(envelope(version.namespace, '<q:Op xmlns:q="urn:q"/>', header))
    for (const empty of ['', ' ']) {
      t.is((await sent(block('Known', empty))).kind, 'reply')
      const missed = await sent(block('Other', empty))
      t.is(missed.kind, 'fault')
      t.regex(missed.kind === 'fault' ? String(missed.message.body) : '', /MustUnderstand/)
    }
    t.deepEqual(seen, ['Known', 'Known'])
    t.is((await sent(block('Other', 'urn:somebody'))).kind, 'reply')
  })
}
