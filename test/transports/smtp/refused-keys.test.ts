/** The refusal of a mail reports the business keys of its envelope to the operator, and not to its sender. */
import test from 'ava'
import type { Outcome } from '../../../src/transport.js'
import { checkOutcomes, keysOf, type SmtpRefusal } from '../../../transports/smtp/status.js'

const KEYS = [{ name: 'mrn', value: '24DE17' }]

test('a mail that is refused reports the keys of its message', (t) => {
  const outcomes: readonly Outcome[] = [{ kind: 'refused', refusal: 'forbidden', keys: KEYS }]
  const refusal = t.throws<SmtpRefusal>(() => checkOutcomes(outcomes))
  t.deepEqual(refusal?.about, { keys: KEYS })
  t.is(refusal?.message, 'not from this sender')
})

test('a mail whose message has no keys reports none', (t) => {
  const refusal = t.throws<SmtpRefusal>(() =>
    checkOutcomes([{ kind: 'refused', refusal: 'undecodable' }]),
  )
  t.deepEqual(refusal?.about, {})
  t.is(keysOf([{ kind: 'accepted' }]), undefined)
})
