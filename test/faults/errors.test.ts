/** Writes and syncs that fail for a while: senders are told, nothing acknowledged is lost, it comes back. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { ask } from './ask.js'
import { Load } from './load.js'
import { now, pause, type Span } from './moments.js'
import { faultNode } from './node.js'
import { LONG, random, SEED } from './run.js'
import {
  breakMounted,
  failingIo,
  makeImage,
  mountImage,
  noLoop,
  noPreload,
  repair,
  testUnless,
} from './tools.js'
import { verdict } from './verdict.js'

const CALLERS = 16
const ROUNDS = LONG ? 10 : 2
/** Milliseconds for which it fails. */
const FAILING = LONG ? 5_000 : 1_000
/** Milliseconds until messages are taken again. */
const BACK = 5_000

/** What fails, what readiness says then, and what the switch of failing-io.c is. */
const KINDS = [
  ['EIO from each write', 'write', /I\/O error/],
  ['EIO from each sync', 'sync', /I\/O error/],
  ['a file system that is read-only for a while', 'readonly', /I\/O error|readonly|read-only/],
] as const

async function failing(
  t: ExecutionContext,
  word: string,
  sentence: RegExp,
  killed: boolean,
): Promise<void> {
  const chance = random(t.title)
  const turn = join(folderOf(t, {}), 'failing')
  const within = ['env', `LD_PRELOAD=${failingIo(t)}`, `FAILING_IO=${turn}`]
  const node = faultNode(t, { within })
  const load = new Load(`${SEED}-${word}-${killed}`, CALLERS, 2_000)
  t.teardown(() => load.stop())
  load.aim((await node.start()).url)
  const reports: number[] = []
  const back: number[] = []
  let why = ''
  for (let round = 0; round < ROUNDS; round += 1) {
    await load.progress(100 + chance.below(200))
    const from = now()
    writeFileSync(turn, word)
    await load.refusals(load.tally.refused + CALLERS)
    reports.push(Math.round(now() - from))
    const during = await ask(node.health())
    t.is(during.status, 503)
    why = await node.queueCheck()
    t.regex(why, sentence)
    await pause(FAILING)
    t.is((await ask(node.health())).status, 503)
    if (killed) {
      // What it has written and could not sync is read by the next process.
      load.hold()
      await node.kill()
      rmSync(turn)
      load.aim((await node.start()).url)
      continue
    }
    rmSync(turn)
    const freed = now()
    await load.progress(1)
    back.push(Math.round(now() - freed))
    while ((await ask(node.health())).status !== 200 && now() - freed < BACK) await pause(20)
    t.is((await ask(node.health())).status, 200)
  }
  await load.progress(100)
  await load.stop()
  const figures = {
    rounds: ROUNDS,
    reported: Math.max(...reports),
    back: Math.max(0, ...back),
    why,
  }
  await verdict(t, load, node.effects, node.daemon.url, figures, node.kills)
  t.true(Math.max(0, ...back) < BACK)
  t.is(await node.daemon.stop(), 0)
}

for (const [title, word, sentence] of KINDS) {
  testUnless(noPreload(), title, (t) => failing(t, word, sentence, false))
  if (word !== 'readonly') {
    testUnless(noPreload(), `${title}, and a kill`, (t) => failing(t, word, sentence, true))
  }
}

// A file system cannot be told to be read-only while a node has its files open: that is refused as busy.
// It becomes so by an error, and only mounting it anew, repaired, makes an end of that. ext4 answers a sync
// that is under way while its journal is given up as if all were well (seen on Linux 6.18: fsync gave 0, and
// what was synced was not there): what is acknowledged by such a sync may be gone, and nothing else.
testUnless(noLoop(), 'an ext4 that an error makes read-only, and is repaired', async (t) => {
  const folder = folderOf(t, {})
  const image = join(folder, 'disk.img')
  const disk = join(folder, 'disk')
  makeImage(image, 128)
  let unmount = mountImage(t, image, disk, 'loop,errors=remount-ro')
  const node = faultNode(t, { stateDir: join(disk, 'state'), settings: ['queue.minFree=0'] })
  const load = new Load(`${SEED}-broken`, CALLERS, 2_000)
  t.teardown(() => load.stop())
  load.aim((await node.start()).url)
  const reports: number[] = []
  const broken: Span[] = []
  let why = ''
  const rounds = LONG ? 5 : 1
  for (let round = 0; round < rounds; round += 1) {
    await load.progress(300)
    const from = now()
    breakMounted(disk)
    await load.refusals(load.tally.refused + CALLERS)
    broken.push({ from, to: now() })
    reports.push(Math.round(now() - from))
    await pause(FAILING)
    const during = await ask(node.health())
    t.is(during.status, 503)
    why = await node.queueCheck()
    load.hold()
    await node.kill()
    unmount()
    repair(image)
    unmount = mountImage(t, image, disk, 'loop,errors=remount-ro')
    load.aim((await node.start()).url)
  }
  await load.progress(100)
  await load.stop()
  let unsynced = 0
  for (const id of await node.effects.missing(load.acknowledged.keys(), 10_000)) {
    const at = load.acknowledged.get(id)?.at ?? 0
    if (!broken.some(({ from, to }) => from <= at && at <= to)) continue
    load.acknowledged.delete(id)
    unsynced += 1
  }
  const figures = { rounds, reported: Math.max(...reports), why, unsynced }
  await verdict(t, load, node.effects, node.daemon.url, figures, node.kills)
  t.is(await node.daemon.stop(), 0)
})
