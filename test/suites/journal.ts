/** The contract of journals: one suite that every implementation is held to. */
import test, { type ExecutionContext } from 'ava'
import type { NodeEvent } from '../../src/message/events/events.js'
import { newId } from '../../src/message/exchange-id.js'
import type { Journal, JournalEntry, JournalQuery } from '../../src/store/journal/journal.js'
import type { Hashing } from '../../src/store/journal/keys/hashing.js'
import type { MinuteBounds } from '../../src/store/journal/minutes/minutes.js'
import { soon, until } from '../support/jobs.js'
import { asKept, exchangeOf, exchangesIn, jobSettled } from '../support/journal.js'
import { journalKeys } from './journal-keys.js'

/** Where a journal is kept; empty at first. */
export interface JournalStore {
  /** The journal of one node; every further one is of another node. The test closes it. */
  open(options?: JournalTestOptions): Promise<Journal>
}

export interface JournalTestOptions {
  readonly node?: string
  /** Milliseconds. */
  readonly retention?: number
  readonly maxBytes?: number
  /** Of the counts by the minute. */
  readonly minutes?: MinuteBounds
  /** Default: none. */
  readonly hashing?: Hashing
}

/** What not every journal can do. */
export type JournalAbility =
  /** Entries of other nodes are seen. */
  | 'nodes'
  /** Entries outlive the journal that took them. */
  | 'outlive'

export interface JournalKind {
  readonly name: string
  store(t: ExecutionContext): Promise<JournalStore>
  /** What it cannot do, and why. */
  readonly cannot: Readonly<Partial<Record<JournalAbility, string>>>
}

export function journalContract(kind: JournalKind): void {
  const declare = (
    title: string,
    body: (t: ExecutionContext) => Promise<void>,
    needs?: JournalAbility,
  ) => {
    const reason = needs && kind.cannot[needs]
    if (reason === undefined) test(`${kind.name}: ${title}`, body)
    else test.skip(`${kind.name}: ${title} (skipped: ${reason})`, body)
  }
  const open = async (t: ExecutionContext, options?: JournalTestOptions): Promise<Journal> => {
    const journal = await (await kind.store(t)).open(options)
    t.teardown(() => journal.close())
    return journal
  }
  const all = async (journal: Journal, query: JournalQuery = {}) =>
    exchangesIn((await journal.search(query, 1000)).entries)

  journalKeys(declare, open)

  declare('an event is found as it was, with its node and its time', async (t) => {
    const journal = await open(t, { node: 'urn:node:one' })
    const before = Date.now()
    const event = exchangeOf({
      traceId: 'a'.repeat(32),
      messageId: '<\u00e4\u{1f600}@example.com>',
      cause: 'a "cause"\nof two lines\u2028',
      security: { verdict: 'valid', peers: ['bank'] },
      blocks: [{ name: '{urn:h}H', mustUnderstand: true, did: 'handled' }],
    })
    journal.record(event)
    const { entries, next } = await journal.search({}, 10)
    t.is(next, undefined)
    t.is(entries.length, 1)
    const [entry] = entries
    t.deepEqual(entry?.event, asKept(event))
    t.is(entry?.node, 'urn:node:one')
    t.true((entry?.at ?? 0) >= before && (entry?.at ?? 0) <= Date.now())
  })

  declare(
    'events of every kind are kept, but not those with which a flood would fill it',
    async (t) => {
      const journal = await open(t)
      const kept: NodeEvent[] = [
        exchangeOf(),
        jobSettled({ outcome: 'dead', cause: 'no' }),
        { event: 'breaker', destination: 'ledger', outcome: 'open', failures: 5 },
        { event: 'refused', transport: 'smtp', outcome: '550', recipients: ['a@example.com'] },
        { event: 'opinion', schema: 'a.xsd', element: '{urn:x}A', outcome: 'refused', kept: 'f' },
      ]
      for (const event of kept) journal.record(event)
      journal.record(exchangeOf({ outcome: 'refused', again: true }))
      journal.record({ event: 'refused', transport: 'http', outcome: '400', again: true })
      journal.record({ event: 'connection', transport: 'http', outcome: 'closed', cause: 'x' })
      const { entries } = await journal.search({}, 100)
      t.deepEqual(
        entries.map(({ event }) => event),
        kept.map(asKept).toReversed(),
      )
      t.is((await journal.stats()).entries, kept.length)
    },
  )

  declare('each key is its own, and keys sort as the entries were kept', async (t) => {
    const journal = await open(t)
    const events = Array.from({ length: 1500 }, () => exchangeOf())
    for (const event of events) journal.record(event)
    const { entries } = await journal.search({}, 2000)
    t.deepEqual(exchangesIn(entries), events.map(({ exchange }) => exchange).toReversed())
    const keys = entries.map(({ key }) => key)
    t.deepEqual(keys, [...new Set(keys)].sort().reverse())
  })

  declare('pages follow each other without a gap, while more is recorded', async (t) => {
    const journal = await open(t)
    const events = Array.from({ length: 700 }, () => exchangeOf())
    for (const event of events) journal.record(event)
    const found: JournalEntry[] = []
    let after: string | undefined
    do {
      const page = await journal.search({}, 64, after)
      t.true(page.entries.length <= 64)
      found.push(...page.entries)
      after = page.next
      journal.record(exchangeOf({ operation: 'later' }))
    } while (after !== undefined)
    t.deepEqual(exchangesIn(found), events.map(({ exchange }) => exchange).toReversed())
  })

  declare('an exchange is found by each of its ids, however they are written', async (t) => {
    const journal = await open(t)
    for (let n = 0; n < 500; n += 1)
      journal.record(exchangeOf({ messageId: `<m${n}@example.com>` }))
    const wanted = exchangeOf({
      traceId: newId().replaceAll('-', ''),
      messageId: '<wanted.1@example.com>',
      answers: newId(),
    })
    journal.record(wanted)
    for (let n = 0; n < 500; n += 1) journal.record(exchangeOf())
    const ids = [
      wanted.exchange,
      wanted.exchange.toUpperCase(),
      wanted.traceId,
      wanted.answers,
      '<wanted.1@example.com>',
      ' wanted.1@example.com ',
    ]
    for (const id of ids) t.deepEqual(await all(journal, { id }), [wanted.exchange], id)
    t.deepEqual(await all(journal, { id: 'wanted.2@example.com' }), [])
    t.deepEqual(await all(journal, { id: '' }), [])
  })

  declare('a query means the entries for which all holds that it says', async (t) => {
    const journal = await open(t, { node: 'urn:node:one' })
    const add = exchangeOf({ operation: '{urn:x}Add', outcome: 'fault', cause: 'No Such Item' })
    const mail = exchangeOf({
      transport: 'smtp',
      operation: '{urn:y}Echo',
      peer: '198.51.100.9',
      from: 'Ada@Example.com',
      sender: 'ada',
      destination: 'echo',
      answerTo: 'mailto:b@example.net',
    })
    const job = jobSettled({
      operation: '{urn:x}Add',
      to: 'https://ledger.example/x',
      outcome: 'retry',
    })
    for (const event of [add, mail, job]) journal.record(event)
    const expected: readonly [JournalQuery, readonly NodeEvent[]][] = [
      [{ event: ['exchange'] }, [mail, add]],
      [{ event: ['job', 'breaker'] }, [job]],
      [{ node: 'urn:node:one' }, [job, mail, add]],
      [{ node: 'urn:node:two' }, []],
      [{ transport: 'smtp' }, [mail]],
      [{ operation: '{urn:x}Add' }, [job, add]],
      [{ operation: 'Add' }, [job, add]],
      [{ operation: 'dd' }, []],
      [{ peer: '198.51' }, [mail]],
      [{ peer: 'ada@example' }, [mail]],
      [{ peer: 'ADA' }, [mail]],
      [{ outcome: ['fault', 'retry'] }, [job, add]],
      [{ to: 'LEDGER' }, [job]],
      [{ to: 'echo' }, [mail]],
      [{ to: 'b@example.net' }, [mail]],
      [{ cause: 'such item' }, [add]],
      [{ operation: 'Add', outcome: ['fault'], cause: 'no' }, [add]],
      [{ operation: 'Echo', outcome: ['fault'] }, []],
    ]
    for (const [query, events] of expected) {
      const { entries } = await journal.search(query, 10)
      t.deepEqual(
        entries.map(({ event }) => event),
        events.map(asKept),
        JSON.stringify(query),
      )
    }
  })

  declare('a time is meant from its beginning up to its end', async (t) => {
    const journal = await open(t)
    journal.record(exchangeOf())
    const [first] = (await journal.search({}, 1)).entries
    const at = first?.at ?? 0
    await until(async () => Date.now() > at)
    journal.record(exchangeOf())
    t.is((await all(journal, { since: at })).length, 2)
    t.is((await all(journal, { since: at + 1 })).length, 1)
    t.is((await all(journal, { until: at + 1 })).length, 1)
    t.is((await all(journal, { until: at })).length, 0)
    t.is((await all(journal, { since: at, until: at + 1 })).length, 1)
  })

  declare(
    'the path of a message leads over its trace, its jobs and its answers, oldest first',
    async (t) => {
      const journal = await open(t)
      const traceId = 'c'.repeat(32)
      const arrival = exchangeOf({ traceId, messageId: '<asked@example.com>', outcome: 'accepted' })
      const job = jobSettled({ exchange: arrival.exchange, job: arrival.exchange, traceId })
      const send = jobSettled({
        exchange: arrival.exchange,
        job: `${arrival.exchange}-reply`,
        kind: 'send',
      })
      const answer = exchangeOf({ answers: arrival.exchange, traceId: 'd'.repeat(32) })
      const further = exchangeOf({ traceId: 'd'.repeat(32) })
      const path = [arrival, job, send, answer, further]
      for (const event of path) {
        journal.record(event)
        for (let n = 0; n < 100; n += 1)
          journal.record(exchangeOf({ messageId: '<asked@example.org>' }))
      }
      for (const id of ['asked@example.com', traceId, further.exchange]) {
        const found = await journal.path(id)
        t.deepEqual(
          found.map(({ event }) => event),
          path.map(asKept),
          id,
        )
      }
      t.deepEqual(await journal.path('nobody'), [])
    },
  )

  declare('values that a peer made long are cut, and the entry can be found', async (t) => {
    const journal = await open(t)
    const long = 'x'.repeat(3_000_000)
    const block = { name: `{urn:h}${long}`, did: 'ignored' } as const
    const event = exchangeOf({
      messageId: long,
      operation: `{urn:x}${long}`,
      cause: long,
      blocks: Array.from({ length: 500 }, () => block),
    })
    journal.record(event)
    journal.record(exchangeOf())
    const [, entry] = (await journal.search({}, 10)).entries
    t.true(JSON.stringify(entry).length < 48 * 1024)
    t.is(entry?.event.event === 'exchange' ? entry.event.blocks?.length : undefined, 50)
    t.deepEqual(await all(journal, { id: event.exchange }), [event.exchange])
    t.is((await journal.stats()).lost, 0)
  })

  declare('half a surrogate pair, NUL and line ends break nothing', async (t) => {
    const journal = await open(t)
    const odd = ['\ud83d', '\ude00x', 'a\u0000b', 'a\nb\r\n', '1700000000000 {}\n', '"}', '\u2029']
    const events = odd.map((text) =>
      exchangeOf({ operation: text, cause: text, from: text, destination: text, messageId: text }),
    )
    for (const event of events) journal.record(event)
    const ids = events.map(({ exchange }) => exchange)
    t.deepEqual((await all(journal)).toReversed(), ids)
    for (const id of ids) t.deepEqual(await all(journal, { id }), [id])
    t.deepEqual(await all(journal, { cause: 'a\nb' }), [ids[3]])
  })

  declare('the oldest go when there is too much, and what is new is kept', async (t) => {
    const journal = await open(t, { maxBytes: 1024 ** 2 })
    const events = Array.from({ length: 20_000 }, (_, n) =>
      exchangeOf({ cause: `${n} ${'y'.repeat(200)}`, outcome: 'fault' }),
    )
    for (const [n, event] of events.entries()) {
      journal.record(event)
      // What is handed over is written before more comes than may wait.
      if (n % 2_000 === 0) await journal.stats()
    }
    await until(async () => (await journal.stats()).bytes <= 1024 ** 2)
    const found = await all(journal)
    t.is(found[0], events.at(-1)?.exchange)
    const { entries, oldest } = await journal.stats()
    t.true(entries < 10_000 && entries >= 500, `${entries}`)
    t.true((oldest ?? 0) > 0)
    t.deepEqual(await all(journal, { id: events[0]?.exchange ?? '' }), [])
  })

  declare('what is older than its retention goes', async (t) => {
    const journal = await open(t, { retention: 50 })
    journal.record(exchangeOf())
    await until(async () => (await journal.stats()).entries === 0)
    t.deepEqual(await all(journal), [])
  })

  declare('who follows gets what is recorded from then on, until the signal ends', async (t) => {
    const journal = await open(t)
    journal.record(exchangeOf())
    const ending = new AbortController()
    const events = Array.from({ length: 3 }, () => exchangeOf())
    const following = journal.follow(ending.signal)
    for (const event of events) journal.record(event)
    const found: JournalEntry[] = []
    for await (const entry of following) {
      found.push(entry)
      if (found.length === events.length) ending.abort()
    }
    t.deepEqual(
      exchangesIn(found),
      events.map(({ exchange }) => exchange),
    )
    const { entries } = await journal.search({}, 3)
    t.deepEqual(
      found.map(({ key }) => key),
      entries.map(({ key }) => key).toReversed(),
    )
  })

  declare('envelopes are kept with their exchange', async (t) => {
    const journal = await open(t, { node: 'urn:node:one' })
    const exchange = newId()
    const envelope = {
      exchange,
      at: Date.now(),
      node: 'urn:node:one',
      direction: 'received',
      envelope: '<a>\u00e4\u{1f600}</a>',
    } as const
    journal.capture(envelope)
    journal.capture({ ...envelope, direction: 'answered' })
    journal.capture({ ...envelope, exchange: newId() })
    t.deepEqual(await journal.envelopes(exchange), [
      envelope,
      { ...envelope, direction: 'answered' },
    ])
    t.deepEqual(await journal.envelopes('none'), [])
  })

  declare('what comes after the end is lost, and counted', async (t) => {
    const journal = await open(t)
    await journal.close()
    t.notThrows(() => journal.record(exchangeOf()))
    await journal.close()
  })

  declare(
    'entries outlive the journal that took them, and the process that took them',
    async (t) => {
      const store = await kind.store(t)
      const first = await store.open()
      const events = Array.from({ length: 300 }, () => exchangeOf())
      for (const event of events) first.record(event)
      await first.close()
      const second = await store.open()
      t.teardown(() => second.close())
      t.deepEqual(
        (await all(second)).toReversed(),
        events.map(({ exchange }) => exchange),
      )
    },
    'outlive',
  )

  declare(
    'each node sees the entries of all, in the order of their times, and follows them',
    async (t) => {
      const store = await kind.store(t)
      const one = await store.open({ node: 'urn:node:one' })
      const two = await store.open({ node: 'urn:node:two' })
      t.teardown(() => Promise.all([one.close(), two.close()]).then(() => undefined))
      const following = one.follow(soon())[Symbol.asyncIterator]()
      // Both are there before what is followed comes.
      await Promise.all([one.stats(), two.stats()])
      const events: string[] = []
      for (let n = 0; n < 20; n += 1) {
        const event = exchangeOf({ messageId: `urn:m:${n}` })
        ;(n % 2 === 0 ? one : two).record(event)
        const after = Date.now()
        events.push(event.exchange)
        // Two of one millisecond have no order.
        await until(async () => Date.now() > after)
      }
      await until(async () => {
        const found = (await all(one)).toReversed()
        return JSON.stringify(found) === JSON.stringify(events)
      })
      const { entries } = await one.search({ node: 'urn:node:two' }, 100)
      t.is(entries.length, 10)
      t.true(entries.every(({ node }) => node === 'urn:node:two'))
      const followed = new Map<string, string>()
      while (followed.size < events.length) {
        const { value } = await following.next()
        t.false(followed.has(value.event.exchange))
        followed.set(value.event.exchange, value.key)
      }
      t.deepEqual([...followed.keys()].toSorted(), events.toSorted())
      const found = (await one.search({}, 100)).entries
      t.true(found.every(({ key }) => [...followed.values()].includes(key)))
    },
    'nodes',
  )
}
