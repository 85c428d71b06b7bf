/** Losses of power under load, as the disk sees them: what was synced is there, the rest may not be. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { mailSink } from '../support/mail/sink.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { soap11 } from '../support/wire/envelopes.js'
import { aftermath, type Before, type Found, pausing, standing } from './aftermath.js'
import { postSoap } from './ask.js'
import { Load, send } from './load.js'
import { now, type Span } from './moments.js'
import { type FaultNode, faultNode } from './node.js'
import { type Cut, type Entry, type Fate, Recorded } from './recorded.js'
import { LONG, random, SEED } from './run.js'
import { makeImage, mountImage, noLoop, noRecorder, recorder, run, testUnless } from './tools.js'
import { say } from './verdict.js'

const MOMENTS = LONG ? 20 : 3
const CUTS = LONG ? 48 : 10
/** Messages between two moments of the disk image, and in all for the record. */
const STEP = 200
const RECORDED = LONG ? 3000 : 1000
const CALLERS = 16
const PADDING = 3000
/** Few at once, so that some of what is acknowledged waits when the power goes. */
const RUNNING = 2
const EACH = 3
const MEBIBYTES = 192

const AWAY = '<a:Away xmlns:a="urn:test:away"/>'

/** A node with jobs that stay as they are: dead letters, some tried again in an hour, some suspended. */
async function nodeWithStanding(t: ExecutionContext, stateDir: string) {
  const sink = await mailSink()
  t.teardown(() => sink.close())
  const settings = [
    `queue.concurrency=${RUNNING}`,
    'queue.minFree=0',
    'node.uri=urn:test:faults',
    `routes=${JSON.stringify([{ operation: '{urn:test:away}*', to: 'mailto:a@away.example', mode: 'store' }])}`,
    `smtp.relay=${JSON.stringify({ url: sink.url, from: 'bus@localhost', startTls: false })}`,
  ]
  const node = faultNode(t, { stateDir, settings })
  const { url } = await node.start()
  const queue = await openSqlite({ stateDir, serves: false })
  t.teardown(() => queue.close())
  for (let each = 0; each < EACH; each += 1) {
    await send(url, 'Fail', `fail-${each}`)
    await send(url, 'Later', `later-${each}`)
    await postSoap(url, soap11(AWAY), { headers: { 'Idempotency-Key': `"away-${each}"` } })
  }
  await until(async () => {
    const { waiting, running, dead, delayed, suspended } = await queue.admin.stats()
    return waiting + running === 0 && dead === EACH && delayed + suspended === 2 * EACH
  })
  const load = new Load(`${SEED}-power`, CALLERS, PADDING)
  t.teardown(() => load.stop())
  const spans = { paused: [] as Span[], changing: [] as Span[] }
  const before: Before = {
    load,
    effects: node.effects,
    standing: await standing(queue.admin),
    stood: now(),
    running: RUNNING,
    ...spans,
  }
  load.aim(url)
  return { node, load, before, spans, settings, sink, queue }
}

/** Holds what was found against what must be; a node may run again what it was running at the loss. */
function hold(t: ExecutionContext, found: Found, at: string): void {
  t.deepEqual(found.missing.slice(0, 5), [], `acknowledged, and missing: ${at}`)
  t.deepEqual(found.answeredAgain.slice(0, 5), [], `answered, and done again: ${at}`)
  t.deepEqual(found.changed.slice(0, 5), [], `another answer to the same message: ${at}`)
  t.deepEqual(found.wrong.slice(0, 5), [], `not as before: ${at}`)
  t.true(found.second.length <= RUNNING, `done again: ${found.second.length}, ${at}`)
}

class Sums {
  readonly #all: Found[] = []

  take(found: Found): void {
    this.#all.push(found)
  }

  get figures(): Readonly<Record<string, number>> {
    const sum = (count: (found: Found) => number) =>
      this.#all.reduce((all, found) => all + count(found), 0)
    return {
      losses: this.#all.length,
      waiting: sum(({ waiting }) => waiting),
      sentAgain: sum(({ sentAgain }) => sentAgain),
      missing: sum(({ missing }) => missing.length),
      underWayDoneAgain: sum(({ second }) => second.length),
      answeredDoneAgain: sum(({ answeredAgain }) => answeredAgain.length),
      changed: sum(({ changed }) => changed.length),
      wrong: sum(({ wrong }) => wrong.length),
    }
  }
}

testUnless(noRecorder(), 'a loss of power that drops what was not synced', async (t) => {
  const chance = random(t.title)
  const disk = await recorder(t)
  const stateDir = join(disk.folder, 'state')
  const { node, load, before, spans, settings, sink, queue } = await nodeWithStanding(t, stateDir)
  const from = now()
  for (let part = 0; part < 4; part += 1) {
    await load.progress(RECORDED / 4)
    await pausing(queue.admin, spans, () => load.progress(20))
  }
  const to = now()
  await load.stop()
  await queue.close()
  t.is(await node.daemon.stop(), 0)
  const mails = sink.mails.length

  const recorded = new Recorded(disk.record)
  t.teardown(() => recorded.close())
  const folder = folderOf(t, {})
  const sums = new Sums()
  const cutAt = (index: number) => join(folder, `cut-${index}`)
  const cuts = cutsOf(recorded, from, to, CUTS, chance)
  const met: Record<string, number> = {}
  await recorded.replay(cuts, chance, cutAt, async (cut, left, index) => {
    const at = recorded.entries[cut.before]?.at ?? to
    const where = `${index}, ${cut.fate} before ${describe(recorded, cut)}`
    const found = await aftermath(t, before, at, join(left, 'state'), settings)
    sums.take(found)
    met[cut.fate] = (met[cut.fate] ?? 0) + 1
    hold(t, found, where)
    rmSync(left, { recursive: true, force: true })
  })
  t.is(sink.mails.length, mails, 'what is suspended was sent again')
  // On a disk that does not sync what it says it has, all this must be seen to fail.
  const lies = cuts.slice(-1).map((cut): Cut => ({ ...cut, fate: 'lost', lies: true }))
  let seen = 0
  await recorded.replay(
    lies,
    chance,
    () => cutAt(CUTS),
    async (cut, left) => {
      const at = recorded.entries[cut.before]?.at ?? to
      const found = await aftermath(t, before, at, join(left, 'state'), settings)
      seen = found.missing.length + found.second.length + found.changed.length
    },
  )
  say(t, {
    ...load.tally,
    entries: recorded.entries.length,
    ...met,
    ...sums.figures,
    seenOfLies: seen,
  })
  t.true(seen > RUNNING)
})

/** Moments all over the record, and more where it is delicate: while a log begins anew or is moved. */
function cutsOf(
  { entries, names }: Recorded,
  from: number,
  to: number,
  count: number,
  chance: ReturnType<typeof random>,
): readonly Cut[] {
  const indices = (holds: (entry: Entry) => boolean) =>
    entries.flatMap((entry, index) =>
      entry.at > from && entry.at < to && holds(entry) ? [index] : [],
    )
  const named = (end: string) => (entry: Entry) => names.get(entry.file)?.endsWith(end) === true
  const [inFile, inLog] = [named('/queue.db'), named('/queue.db-wal')]
  const groups = [
    indices(() => true),
    indices((entry) => entry.what === 'fsync'),
    indices((entry) => inFile(entry) && entry.what === 'write'),
    indices((entry) => inLog(entry) && entry.what === 'write' && entry.offset < 8192),
    indices((entry) => inLog(entry) && entry.what === 'write'),
  ].filter((group) => group.length > 0)
  const fates: readonly Fate[] = ['torn', 'lost', 'torn', 'kept']
  // The first start of a node, when its file is made: nothing has been acknowledged.
  const begun = indices(() => true)[0] ?? 0
  const early = [0, 1].map(() => chance.below(begun))
  const later = Array.from({ length: count - early.length }, (_, index) => {
    const group = groups[index % groups.length] as number[]
    // Before it, or after it.
    return chance.pick(group) + chance.below(2)
  })
  return [...early, ...later]
    .toSorted((one, other) => one - other)
    .map((before, index) => ({ before, fate: fates[index % fates.length] as Fate }))
}

function describe({ entries, names }: Recorded, { before }: Cut): string {
  const { what, file, offset } = entries[before] ?? { what: 'the end', file: 0, offset: 0 }
  return `entry ${before}: ${what} ${names.get(file) ?? ''} at ${offset}`
}

/**
 * Copies an image that may still be written to: two copies in a row that are the same show that
 * nothing was, so that the copy is the image of one moment.
 */
function copyMoment(image: string, copy: string): void {
  const take = () => {
    run('cp', '--sparse=always', image, copy)
    return createHash('sha1').update(readFileSync(copy)).digest('hex')
  }
  for (let before = take(), again = take(); before !== again; again = take()) before = again
}

/** Holds the node still, so that nobody writes but the system, and copies its disk. */
function cutPower({ daemon }: FaultNode, image: string, copy: string): number {
  daemon.process.kill('SIGSTOP')
  const at = now()
  copyMoment(image, copy)
  daemon.process.kill('SIGCONT')
  return at
}

testUnless(noLoop(), 'a loss of power with the state on an ext4 image', async (t) => {
  const chance = random(t.title)
  const folder = folderOf(t, {})
  const image = join(folder, 'disk.img')
  makeImage(image, MEBIBYTES)
  const disk = join(folder, 'disk')
  mountImage(t, image, disk)
  const started = await nodeWithStanding(t, join(disk, 'state'))
  const { node, load, before, spans, settings, queue, sink } = started
  const sums = new Sums()
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    await load.progress(STEP / 2 + chance.below(STEP))
    const copy = join(folder, `copy-${moment}`)
    let at = 0
    // Every other time while the queue is paused, so that much is waiting.
    const cut = async () => {
      at = cutPower(node, image, `${copy}.img`)
    }
    if (moment % 2 === 0) await cut()
    else {
      await pausing(queue.admin, spans, async () => {
        await load.progress(20)
        await cut()
      })
    }
    load.hold()
    const unmount = mountImage(t, `${copy}.img`, copy)
    const found = await aftermath(t, before, at, join(copy, 'state'), settings)
    sums.take(found)
    hold(t, found, `moment ${moment}`)
    unmount()
    rmSync(`${copy}.img`)
    load.aim(node.daemon.url)
  }
  await load.stop()
  const taken = [...load.acknowledged.keys(), ...load.answered.keys()]
  t.deepEqual(await node.effects.missing(taken, 60_000), [])
  t.deepEqual(node.effects.doubled, [], 'the node that went on')
  t.is(sink.mails.length, EACH, 'what is suspended was sent again')
  say(t, { ...load.tally, ...sums.figures })
  await queue.close()
  t.is(await node.daemon.stop(), 0)
})
