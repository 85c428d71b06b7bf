/** What the configuration of mail allows and should be known: answers that would not come back. */
import test from 'ava'
import { findInSender } from '../../../transports/smtp/check.js'
import { smtp } from '../../../transports/smtp/section.js'

interface Settings {
  readonly [key: string]: unknown
}

const warnings = (from: string, settings: Settings = {}, names = ['calculator']) =>
  findInSender({
    section: smtp.parse({
      domains: ['bus.example'],
      relay: { url: 'smtp://relay.example', from },
      ...settings,
    }),
    names,
    sends: true,
  }).map(({ key, sentence }) => `${key}: ${sentence}`)

test('an address of the node may be what its mails are from', (t) => {
  t.deepEqual(warnings('calculator@bus.example'), [])
  t.deepEqual(warnings('Calculator@BUS.example'), [])
  t.deepEqual(warnings('bus@bus.example', { addresses: { bus: {} } }), [])
  t.deepEqual(warnings('any@bus.example', { addresses: { '*': {} } }), [])
  const relay = undefined
  t.deepEqual(warnings('a@b.example', { relay }), [])
})

test('another one is told, since no answer would come back', (t) => {
  for (const [from, settings] of [
    ['bus@bus.example', {}],
    ['calculator@elsewhere.example', {}],
    ['calculator@bus.example', { enabled: false }],
    ['two..words@bus.example', { addresses: { '*': {} } }],
  ] as const) {
    const [sentence = '', ...more] = warnings(from, settings)
    t.deepEqual(more, [])
    t.true(
      sentence.startsWith(`smtp.relay.from: ${from} is no address that this node takes mail at`),
    )
  }
})
