/** The part of the contract of journals about business keys: how they are kept, and found. */
import type { ExecutionContext } from 'ava'
import type { KeySeen, NodeEvent } from '../../src/message/events/events.js'
import { newId } from '../../src/message/exchange-id.js'
import { conversationsBy } from '../../src/store/journal/conversation/by-key.js'
import type { Journal, JournalQuery } from '../../src/store/journal/journal.js'
import { hashOfKey } from '../../src/store/journal/keys/hash.js'
import { hashingBy } from '../../src/store/journal/keys/hashing.js'
import { asKept, exchangeOf, exchangesIn, jobSettled } from '../support/journal.js'
import type { JournalTestOptions } from './journal.js'

type Declare = (title: string, body: (t: ExecutionContext) => Promise<void>) => void
type Open = (t: ExecutionContext, options?: JournalTestOptions) => Promise<Journal>

const SECRET = Buffer.alloc(32, 7)
const hashing = hashingBy(
  () => SECRET,
  () => ['card', 'mrn'],
)
const mrn = (value: string): KeySeen => ({ name: 'mrn', value })
const hidden = (name: string, value: string): KeySeen => ({
  name,
  hash: hashOfKey(SECRET, name, value),
})

const eventsOf = async (journal: Journal, query: JournalQuery): Promise<readonly NodeEvent[]> =>
  (await journal.search(query, 1000)).entries.map(({ event }) => event)

export function journalKeys(declare: Declare, open: Open): void {
  declare('an entry is found by each of its business keys, by name and without', async (t) => {
    const journal = await open(t)
    const keys = [mrn('24DE1'), mrn('24DE2'), { name: 'order', value: 'A 1' }]
    const wanted = exchangeOf({ keys })
    const other = exchangeOf({ keys: [mrn('24DE3'), mrn('24DE4'), { name: 'order', value: 'B' }] })
    const job = jobSettled({ keys: [mrn('24DE2')], outcome: 'dead' })
    const refused = { event: 'refused', transport: 'smtp', outcome: '550', keys } as const
    for (let n = 0; n < 300; n += 1) journal.record(exchangeOf({ keys: [mrn(`n${n}`)] }))
    for (const event of [wanted, other, job, refused]) journal.record(event)
    for (let n = 0; n < 300; n += 1) journal.record(exchangeOf())
    const expected: readonly [JournalQuery, readonly NodeEvent[]][] = [
      [{ key: { value: '24DE1' } }, [refused, wanted]],
      [{ key: { name: 'mrn', value: '24DE2' } }, [refused, job, wanted]],
      [{ key: { value: ' A\n 1 ' } }, [refused, wanted]],
      [{ key: { name: 'order', value: '24DE1' } }, []],
      [{ key: { value: '24de1' } }, []],
      [{ key: { value: '24DE' } }, []],
      [{ key: { value: 'A1' } }, []],
      [{ key: { value: '' } }, []],
      [{ key: { value: '24DE1' }, event: ['exchange'] }, [wanted]],
      [{ key: { value: '24DE3' }, outcome: ['fault'] }, []],
      [{ id: '24DE1' }, []],
      [{ id: wanted.exchange, key: { value: '24DE3' } }, []],
    ]
    for (const [query, events] of expected)
      t.deepEqual(await eventsOf(journal, query), events.map(asKept), JSON.stringify(query))
  })

  declare('a value that begins like the name of a key is found as a whole', async (t) => {
    const journal = await open(t)
    const urn = exchangeOf({ keys: [{ name: 'ref', value: 'urn:x:1' }] })
    const equals = exchangeOf({ keys: [{ name: 'ref', value: 'a=1' }] })
    for (const event of [urn, equals]) journal.record(event)
    t.deepEqual(await eventsOf(journal, { key: { name: 'urn', value: 'x:1' } }), [asKept(urn)])
    t.deepEqual(await eventsOf(journal, { key: { name: 'a', value: '1' } }), [asKept(equals)])
  })

  declare('a value that is kept as a hash is found by who has the secret only', async (t) => {
    const event = exchangeOf({ keys: [hidden('card', '4111 1111'), mrn('24DE1')] })
    const journal = await open(t, { hashing })
    journal.record(event)
    journal.record(exchangeOf({ keys: [hidden('card', '4222'), mrn('24DE2')] }))
    t.deepEqual(await eventsOf(journal, { key: { value: '4111  1111' } }), [asKept(event)])
    t.deepEqual(await eventsOf(journal, { key: { name: 'card', value: '4111 1111' } }), [
      asKept(event),
    ])
    t.deepEqual(await eventsOf(journal, { key: { name: 'mrn', value: '4111 1111' } }), [])
    const [key] = event.keys ?? []
    t.deepEqual(
      await eventsOf(journal, { key: { value: key && 'hash' in key ? key.hash : '' } }),
      [],
    )
    const without = await open(t, {
      hashing: hashingBy(
        () => undefined,
        () => ['card'],
      ),
    })
    without.record(event)
    t.deepEqual(await eventsOf(without, { key: { value: '4111 1111' } }), [])
    t.deepEqual(await eventsOf(without, { key: { value: '24DE1' } }), [asKept(event)])
  })

  declare('keys are read as they were, whatever the entry before has', async (t) => {
    const journal = await open(t)
    const all: readonly (readonly KeySeen[] | undefined)[] = [
      undefined,
      [mrn('1')],
      [mrn('2')],
      [mrn('2')],
      [mrn('"\u2028\u{1f600}\\'), mrn('3')],
      [mrn('4'), { name: 'order', value: '4' }],
      [mrn('5'), { name: 'order', hash: 'c2VjcmV0' }],
      [mrn('5'), { name: 'order', hash: 'b3RoZXI' }],
      undefined,
      [{ name: 'order', hash: 'b3RoZXI' }],
      undefined,
    ]
    // A field of the same name is there in each, so that a line has what differs alone.
    const events = all.map((keys) => exchangeOf({ keys }))
    for (const event of events) journal.record(event)
    t.deepEqual(await eventsOf(journal, {}), events.map(asKept).toReversed())
  })

  declare(
    'more and longer keys than a page has room for are cut, and the rest is found',
    async (t) => {
      const journal = await open(t)
      const keys = Array.from({ length: 1_000 }, (_, n) => mrn(`${n} ${'\u20ac'.repeat(120)}`))
      const event = exchangeOf({ keys, cause: '\u20ac'.repeat(2_000) })
      const long = exchangeOf({ keys: [mrn('x'.repeat(5_000_000)), mrn('short')] })
      journal.record(event)
      journal.record(long)
      t.is((await journal.stats()).lost, 0)
      const first = await journal.search({ key: { value: `0 ${'\u20ac'.repeat(120)}` } }, 10)
      t.deepEqual(exchangesIn(first.entries), [event.exchange])
      t.true(JSON.stringify(first.entries).length < 64 * 1024)
      const short = await journal.search({ key: { value: 'short' } }, 10)
      t.deepEqual(exchangesIn(short.entries), [long.exchange])
      t.true(JSON.stringify(short.entries).length < 64 * 1024)
    },
  )

  declare('a key leads to its conversations, the newest first, each once', async (t) => {
    const journal = await open(t)
    const traces = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
    for (const traceId of traces) {
      const arrival = exchangeOf({ traceId, keys: [mrn('24DE1')], outcome: 'pending' })
      journal.record(arrival)
      const { exchange } = arrival
      journal.record(jobSettled({ exchange, job: exchange, traceId, keys: [mrn('24DE1')] }))
      journal.record(exchangeOf({ exchange, traceId, attempt: 1, keys: [mrn('24DE1')] }))
      // At another node the message may have no key any more.
      journal.record(exchangeOf({ exchange: newId(), traceId }))
    }
    journal.record(exchangeOf({ keys: [mrn('24DE2')] }))
    const { conversations, all } = await conversationsBy(journal, { value: '24DE1' })
    t.true(all)
    t.deepEqual(
      conversations.map(({ id }) => id),
      traces.toReversed(),
    )
    t.true(conversations.every(({ entry }) => entry.event.outcome === 'pending'))
    t.is((await journal.path(traces[0] ?? '')).length, 4)
    const others = await conversationsBy(journal, { value: '24DE1' }, new Set([traces[2] ?? '']))
    t.deepEqual(
      others.conversations.map(({ id }) => id),
      traces.slice(0, 2).toReversed(),
    )
  })
}
