/** Lines of steps: the types refuse what is out of order, and the state what would write. */
import test from 'ava'
import { Ending } from '../../../src/base/ending.js'
import { NO_LOG } from '../../../src/base/log.js'
import { Slices } from '../../../src/base/slices.js'
import type { EnvelopeMessage } from '../../../src/message/message.js'
import { OpenExchange } from '../../../src/path/exchange.js'
import { READ } from '../../../src/path/lines.js'
import { StepFailure } from '../../../src/path/state/failure.js'
import { line, type PartsFor, renewing, slice, whole } from '../../../src/path/state/line.js'
import { arrivedMessage, documentOf } from '../../../src/path/state/makers.js'
import { State } from '../../../src/path/state/state.js'
import { step } from '../../../src/path/state/step.js'
import { NO_LIMITS, parseEnvelope } from '../../../src/soap/envelope.js'
import { SOAP_11, SoapVersions } from '../../../src/soap/version.js'
import { soap11 } from '../../support/wire/envelopes.js'

const versions = new SoapVersions()
const message: EnvelopeMessage = {
  kind: 'envelope',
  origin: { transport: 'memory', peer: {} },
  mediaType: SOAP_11.mediaType,
  body: Buffer.from(soap11('<a xmlns="urn:a"/>')),
  attachments: [],
}
const OTHER = arrivedMessage(message, versions)
const exchange = () => new OpenExchange({ id: 'x', ends: new Ending(), log: () => NO_LOG })
const state = () => new State({ arrival: arrivedMessage(message, versions), message })

const correlation = step({
  name: 'correlation',
  takes: ['arrival'],
  gives: 'correlation',
  run: () => ({ answers: undefined }),
})
const route = step({
  name: 'route',
  takes: ['correlation'],
  gives: 'route',
  run: (_taken, _exchange, { ultimate }: { readonly ultimate: boolean }) => {
    if (!ultimate) throw new StepFailure(new Error('not here'), { actor: 'urn:actor' })
    return { role: 'ultimate-receiver' } as const
  },
})
const requested = step({
  name: 'asked',
  takes: ['route'],
  gives: undefined,
  run: async (_taken, _exchange, _parts: { readonly who: string }) => undefined,
})
const BOTH = line(['arrival'], [correlation, route, requested])

test('a step out of order, and one that takes what is not there, do not compile', (t) => {
  // @ts-expect-error: the route is not there yet
  line(['arrival'], [requested, correlation, route])
  const handled = step({ name: 'x', takes: ['handled'], gives: undefined, run: () => undefined })
  // @ts-expect-error: nobody gives it
  line(['arrival'], [correlation, handled])
  // @ts-expect-error: it gives no route
  step({ name: 'x', takes: [], gives: 'route', run: () => ({ answers: undefined }) })
  // @ts-expect-error: what came is there before
  step({ name: 'x', takes: [], gives: 'arrival', run: () => OTHER })
  // @ts-expect-error: it does not say that it takes the document
  step({ name: 'x', takes: ['arrival'], gives: undefined, run: ({ document }) => void document })
  t.is(BOTH.length, 3)
})

test('a step that writes into what it takes does not compile, and throws', async (t) => {
  const writing = step({
    name: 'writing',
    takes: ['arrival'],
    gives: undefined,
    run(taken) {
      // @ts-expect-error: it is read only
      taken.arrival = OTHER
    },
  })
  await t.throwsAsync(async () => state().through(whole([writing]), exchange(), {}), {
    instanceOf: TypeError,
  })
  const spoiling = step({
    name: 'spoiling',
    takes: ['arrival'],
    gives: undefined,
    run({ arrival }) {
      // @ts-expect-error: it is read only
      arrival.began = 0
    },
  })
  await t.throwsAsync(async () => state().through(whole([spoiling]), exchange(), {}), {
    instanceOf: TypeError,
  })
})

test('what a step gives is frozen, whoever made it', async (t) => {
  const { values } = await state().through(whole(BOTH), exchange(), { ultimate: true, who: '' })
  t.true(Object.isFrozen(values.correlation) && Object.isFrozen(values.route))
  t.true(Object.isFrozen(values.arrival))
})

test('a slice says what it takes from outside, and what its steps use', async (t) => {
  const later = slice(BOTH, 'route', 'asked')
  t.deepEqual([later.takes, later.gives], [['correlation'], ['route']])
  const input = state()
  // @ts-expect-error: the correlation is not there
  await t.notThrowsAsync(async () => input.through(later, exchange(), { ultimate: true, who: '' }))
  const there = await input.through(slice(BOTH, 'correlation', 'correlation'), exchange(), {})
  // @ts-expect-error: what the second step uses is missing
  await there.through(later, exchange(), { ultimate: true })
  const taken = await there.through(later, exchange(), { ultimate: true, who: 'me' })
  t.is(taken.values.route.role, 'ultimate-receiver')
  // @ts-expect-error: nothing has given it
  t.is(taken.values.document, undefined)
  const parts: PartsFor<typeof READ> = {
    versions,
    limits: LIMITS,
    slices: new Slices(),
    keys: undefined,
  }
  const read = await state().through(READ, exchange(), parts)
  t.is(read.values.document.envelope.version, SOAP_11)
})

const LIMITS = { ...NO_LIMITS, operationTime: 1_000, loaded: 1_000 }

test('who looks at a message that has failed sees what is there, and which step it was', async (t) => {
  const input = state()
  const error = await t.throwsAsync(async () =>
    input.through(whole(BOTH), exchange(), { ultimate: false, who: '' }),
  )
  t.is(error.message, 'not here')
  t.like(input.failed, { step: 'route', actor: 'urn:actor', unproven: false })
  t.deepEqual(input.correlation, { answers: undefined })
  t.is(input.route, undefined)
})

test('another document is read again by the steps that it renews, and by no other document', async (t) => {
  const counted: string[] = []
  const reading = line(
    ['document'],
    [
      step({
        name: 'targets',
        takes: ['document'],
        gives: 'targets',
        run({ document }) {
          counted.push(document.envelope.source)
          return []
        },
      }),
    ],
  )
  const envelope = parseEnvelope(soap11('<b xmlns="urn:b"/>'), versions, NO_LIMITS)
  const first = documentOf(envelope, undefined, [], undefined)
  const opening = (gives: typeof first) =>
    renewing(
      step({ name: 'open', takes: ['document'], gives: 'document', run: () => gives }),
      reading,
    )
  const state = () => new State({ arrival: arrivedMessage(message, versions), document: first })
  await state().through(whole(line(['document'], [opening(first)])), exchange(), {})
  t.deepEqual(counted, [])
  const second = parseEnvelope(soap11('<c xmlns="urn:c"/>'), versions, NO_LIMITS)
  const other = documentOf(second, undefined, [], undefined)
  const taken = await state().through(whole(line(['document'], [opening(other)])), exchange(), {})
  t.deepEqual(counted, [second.source])
  t.is(taken.values.document, other)
})
