/** A disk that is full, and has space again: senders are told at once, and nothing acknowledged is lost. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { mailOf, Talk } from '../support/mail/smtp.js'
import { mailPortOf } from '../support/nodes/chain-of-daemons.js'
import { soap11 } from '../support/wire/envelopes.js'
import { ask, postSoap } from './ask.js'
import { entryOf } from './effects-plugin.js'
import { Load } from './load.js'
import { now, pause } from './moments.js'
import { faultNode } from './node.js'
import { LONG, SEED } from './run.js'
import { makeImage, mountImage, noLoop, testUnless } from './tools.js'
import { verdict } from './verdict.js'

const MIB = 1024 ** 2
const CALLERS = 16
/** Those that wait for no answer. */
const TELLERS = 12
/** Bytes by which each message is longer: so a full disk is met soon. */
const PADDING = 20_000
/** Milliseconds for which it stays full. */
const FULL = LONG ? 10_000 : 3_000

/** Refused or not, each mail is another one. */
async function mail(port: number, id: string): Promise<string> {
  const talk = await Talk.open(port)
  const reply = await talk.deliver(
    mailOf(soap11(entryOf('Note', id)), { 'Message-ID': `<${id}@partner.example>` }),
    'effects@localhost',
  )
  talk.close()
  return reply
}

/** Writes a file until there is no space left. */
async function fill(file: string): Promise<void> {
  // At the last it fails.
  const filling = spawn('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' })
  await once(filling, 'exit')
}

async function fillingUp(t: ExecutionContext, mebibytes: number, floor: number): Promise<void> {
  const folder = folderOf(t, {})
  const image = join(folder, 'disk.img')
  const disk = join(folder, 'disk')
  makeImage(image, mebibytes)
  mountImage(t, image, disk)
  const node = faultNode(t, {
    stateDir: join(disk, 'state'),
    settings: [`queue.minFree=${floor}B`, 'replies.schemes=["mailto"]'],
  })
  const load = new Load(`${SEED}-${mebibytes}-${floor}`, CALLERS, PADDING)
  t.teardown(() => load.stop())
  const {
    url,
    process: { pid },
  } = await node.start()
  const port = await mailPortOf(node.daemon)
  const ready = async () => ask(node.health())
  load.aim(url)
  await load.progress(200)
  const mails: string[] = []
  const refusedMails: string[] = []
  const firstMail = await mail(port, 'mail-before')
  t.regex(firstMail, /^250/)
  mails.push('mail-before')

  // While it fills up, and while it is full, everybody is told in time.
  const took: number[] = []
  const reported = new Set<number>()
  let accepted = 0
  load.heard = (status, milliseconds, caller) => {
    if (status !== 503) accepted += 1
    // Those that ask wait for the answers to what was accepted, as they do at any time.
    if (caller % 4 === 3) return
    took.push(milliseconds)
    if (status === 503) reported.add(caller)
  }
  const ballast = join(disk, 'ballast')
  await fill(ballast)
  const full = now()
  await load.refusals(1)
  const firstRefusal = Math.round(now() - full)
  while (reported.size < TELLERS) await load.refusals(load.tally.refused + 1)
  const allReported = Math.round(now() - full)
  // At the very brink a small commit finds space where a large one does not: then it is ready for a moment.
  let during = await ready()
  await until(async () => {
    during = await ready()
    return during.status === 503
  })
  const why = await node.queueCheck()
  t.regex(why, floor > 0 ? /MiB are free|full/ : /full/)
  for (let each = 0; each < 3; each += 1) {
    const reply = await mail(port, `mail-${each}`)
    // As above: a mail is small.
    if (floor === 0 && reply.startsWith('250')) mails.push(`mail-${each}`)
    else {
      t.regex(reply, /^451/)
      refusedMails.push(reply)
    }
  }
  const before = accepted
  await pause(FULL)
  const slowest = Math.round(Math.max(...took))
  const acceptedMeanwhile = accepted - before

  rmSync(ballast)
  const freed = now()
  await load.progress(1)
  const back = Math.round(now() - freed)
  await until(async () => (await ready()).status === 200)
  t.regex(await mail(port, 'mail-after'), /^250/)
  mails.push('mail-after')
  await load.progress(200)
  await load.stop()
  t.deepEqual(await node.effects.missing(mails, 60_000), [])
  for (const id of [...mails, 'mail-0', 'mail-1', 'mail-2']) load.sent.add(id)
  const figures = {
    firstRefusal,
    allReported,
    slowest,
    back,
    acceptedMeanwhile,
    why,
    mails: refusedMails,
  }
  await verdict(t, load, node.effects, url, figures)
  t.is(node.daemon.process.pid, pid)
  t.is(await node.daemon.stop(), 0)
}

/** A node starts on it; nothing of its state is there yet, or that of a node before. */
async function fullAtStart(t: ExecutionContext, before: boolean): Promise<void> {
  const folder = folderOf(t, {})
  const disk = join(folder, 'disk')
  makeImage(join(folder, 'disk.img'), 64)
  mountImage(t, join(folder, 'disk.img'), disk)
  const node = faultNode(t, { stateDir: join(disk, 'state'), settings: ['queue.minFree=0'] })
  const note = (id: string) => postSoap(node.daemon.url, soap11(entryOf('Note', id)))
  const ready = () => ask(node.health())
  if (before) {
    await node.start()
    t.is((await note('before')).status, 202)
    // So its log is gone, and is to be made anew.
    t.is(await node.daemon.stop(), 0)
  }
  const ballast = join(disk, 'ballast')
  await fill(ballast)
  await node.start()
  t.is((await ready()).status, 503)
  const refused = await note('full')
  t.is(refused.status, 503)
  t.truthy(refused.headers['retry-after'])
  t.regex(await mail(await mailPortOf(node.daemon), 'full-mail'), /^451/)
  await node.daemon.logged(({ problem }) => /^there is no room on its disk/.test(String(problem)))

  rmSync(ballast)
  await until(async () => (await ready()).status === 200)
  t.is((await note('after')).status, 202)
  t.deepEqual(await node.effects.missing(before ? ['before', 'after'] : ['after'], 60_000), [])
  t.deepEqual(
    [...node.effects.read().runs.keys()].filter((id) => id.startsWith('full')),
    [],
  )
  t.is(await node.daemon.stop(), 0)
}

testUnless(
  noLoop(),
  'a disk that is full at the first start: 503, and all goes on once there is room',
  (t) => fullAtStart(t, false),
)
testUnless(
  noLoop(),
  'a disk that is full when a node starts again: 503, and all goes on once there is room',
  (t) => fullAtStart(t, true),
)

for (const mebibytes of LONG ? [96, 160, 256] : [96]) {
  for (const floor of [0, 16 * MIB]) {
    const title = `a disk of ${mebibytes} MiB with a floor of ${floor / MIB} MiB that is full for a while`
    testUnless(noLoop(), title, (t) => fillingUp(t, mebibytes, floor))
  }
}
