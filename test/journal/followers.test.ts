/** Who follows a journal gets each entry, or is told how many it has missed. */
import test from 'ava'
import { Followers } from '../../src/store/journal/followers.js'
import type { JournalEntry } from '../../src/store/journal/journal.js'
import { exchangeOf } from '../support/exchanges.js'

const event = exchangeOf()
const entryAt = (at: number): JournalEntry => ({ key: String(at), at, node: 'urn:node', event })

test('one that is too slow is told how many it misses, and gets the newest', async (t) => {
  const followers = new Followers()
  const ending = new AbortController()
  const missed: number[] = []
  const slow = followers.follow(ending.signal, (entries) => missed.push(entries))
  const all = 50_000
  for (let at = 0; at < all; at += 1) followers.notify(entryAt(at))
  const found: number[] = []
  for await (const { at } of slow) {
    found.push(at)
    if (at === all - 1) ending.abort()
  }
  t.is(missed.length, 1)
  t.is(found.length + (missed[0] ?? 0), all)
  t.is(found[0], missed[0])
  t.false(followers.any)
})

test('the first one that follows and the last one that goes are told of', (t) => {
  const changes: boolean[] = []
  const followers = new Followers((any) => changes.push(any))
  const endings = [new AbortController(), new AbortController()]
  for (const { signal } of endings) followers.follow(signal)
  for (const ending of endings) ending.abort()
  followers.follow(AbortSignal.abort())
  t.deepEqual(changes, [true, false])
})
