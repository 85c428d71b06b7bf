/** Two processes on one state folder: one is held still and goes on, one is killed, and both drain a queue. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { jobOf, planOf } from '../support/jobs.js'
import { eachLine } from '../support/lines.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { isAnswer, Load, send } from './load.js'
import { now, pause } from './moments.js'
import { faultNode } from './node.js'
import { LONG, random, SEED } from './run.js'
import { say, verdict } from './verdict.js'

const STILL = LONG ? 20_000 : 6_000
const STOPS = LONG ? 3 : 1
const KILLS = LONG ? 5 : 2
const DRAINED = LONG ? 200_000 : 20_000
const HELD = 4
/** Milliseconds within which the jobs of a dead process run again. */
const TAKEN_OVER = 8_000
/** Milliseconds in which a node that nobody is in the way of accepts a message. */
const PROMPT = 2_000

/** Two nodes that share everything but their ports. */
function twoNodes(t: Parameters<typeof faultNode>[0]) {
  const settings = [`queue.concurrency=${2 * HELD}`]
  const one = faultNode(t, { settings })
  const { stateDir, plugin, effects } = one
  const other = faultNode(t, { settings, stateDir, plugin, file: effects.file })
  return { one, other, effects, release: () => writeFileSync(join(plugin, 'release'), '') }
}

test.serial('a process that is held still with jobs running, and goes on', async (t) => {
  for (let stop = 0; stop < STOPS; stop += 1) {
    const { one, other, effects, release } = twoNodes(t)
    const { url, process: held } = await one.start()
    const { url: otherUrl } = await other.start()
    const ids = Array.from({ length: HELD }, (_, index) => `held-${stop}-${index}`)
    // Whoever takes a message runs it, having a place free for it.
    const replies = ids.map((id) => send(url, 'Hold', id))
    const begun = () => ids.every((id) => effects.runs.has(id))
    t.true(await effects.until(begun, 30_000))
    t.true(ids.every((id) => effects.runs.get(id)?.[0]?.pid === held.pid))

    // Its jobs run, and there is nothing that it writes. Should it hold SQLite's lock just now, to look
    // for the dead, the other would wait for it: then it was the wrong moment, and another is taken.
    let wrongMoments = -1
    for (let free = false; !free; ) {
      wrongMoments += 1
      held.kill('SIGSTOP')
      const probe = send(otherUrl, 'Note', `probe-${stop}-${wrongMoments}`)
      free = await Promise.race([probe.then(({ status }) => status === 202), late(PROMPT)])
      if (free) continue
      held.kill('SIGCONT')
      await probe
    }
    const from = now()
    const load = new Load(`${SEED}-still-${stop}`, 8)
    t.teardown(() => load.stop())
    load.aim(otherUrl)
    const until = from + STILL
    while (now() < until) await load.progress(20)
    // Longer than a roll call takes: had it been taken for dead, its jobs would run elsewhere by now.
    t.deepEqual(
      ids.map((id) => effects.read().runs.get(id)?.length),
      ids.map(() => 1),
    )
    const ranMeanwhile = effects.runs.size
    held.kill('SIGCONT')
    const still = Math.round(now() - from)
    release()
    for (const [index, reply] of replies.entries()) {
      const { status, body } = await reply
      t.is(status, 200)
      t.true(isAnswer(body, ids[index] ?? ''), body)
    }
    await load.progress(50)
    await load.stop()
    for (const id of ids) load.sent.add(id)
    for (let probe = 0; probe <= wrongMoments; probe += 1) load.sent.add(`probe-${stop}-${probe}`)
    await verdict(t, load, effects, otherUrl, { still, wrongMoments, ranMeanwhile })
    t.deepEqual(
      ids.map((id) => effects.runs.get(id)?.map(({ phase }) => phase)),
      ids.map(() => ['begun', 'done']),
    )
    t.is(await one.daemon.stop(), 0)
    t.is(await other.daemon.stop(), 0)
  }
})

test.serial('the jobs of a killed process are run by the other', async (t) => {
  const taken: number[] = []
  const chance = random(t.title)
  const { one, other, effects, release } = twoNodes(t)
  await other.start()
  const ids: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { url, process: victim } = await one.start()
    const id = `killed-${kill}`
    ids.push(id)
    // Its connection goes with it.
    send(url, 'Hold', id).catch(() => undefined)
    t.true(await effects.until(() => effects.runs.has(id), 30_000))
    t.is(effects.runs.get(id)?.[0]?.pid, victim.pid)
    await pause(chance.below(2_000))
    const killed = now()
    await one.kill()
    t.true(await effects.until(() => effects.runs.get(id)?.length === 2, 30_000))
    const again = effects.runs.get(id)?.[1]
    t.is(again?.pid, other.daemon.process.pid)
    taken.push(Math.round((again?.at ?? 0) - killed))
  }
  release()
  const ended = () => ids.every((id) => effects.runs.get(id)?.some(({ phase }) => phase === 'done'))
  t.true(await effects.until(ended, 30_000))
  say(t, { taken })
  t.deepEqual(effects.doubled, [])
  t.true(Math.max(...taken) < TAKEN_OVER, `taken over after ${taken} ms`)
  t.is(await other.daemon.stop(), 0)
})

test.serial('two processes drain a queue', async (t) => {
  const stateDir = join(folderOf(t, {}), 'state')
  const queue = await openSqlite({ stateDir, serves: false })
  const added = now()
  for (let first = 0; first < DRAINED; first += 1000) {
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        queue.add(jobOf({ id: `drained-${first + index}` }), planOf({ attempts: 3 })),
      ),
    )
  }
  const adding = Math.round(now() - added)
  const runs = new Uint8Array(DRAINED)
  let ended = 0
  let duplicates = 0
  const drained = now()
  const counts = new Map<number | undefined, number>()
  await new Promise<void>((resolve, reject) => {
    for (const drain of [startDrain(t, stateDir), startDrain(t, stateDir)]) {
      drain.once('exit', (code) => reject(new Error(`a process that drains exited with ${code}`)))
      eachLine(drain.stdout as NonNullable<ChildProcess['stdout']>, (line) => {
        const number = Number(line.slice('drained-'.length))
        if (runs[number] === 1) duplicates += 1
        else ended += 1
        runs[number] = 1
        counts.set(drain.pid, (counts.get(drain.pid) ?? 0) + 1)
        if (ended === DRAINED) resolve()
      })
    }
  })
  const draining = Math.round(now() - drained)
  // What one of them would run once more, it would by now be running.
  for (;;) {
    const { waiting, running } = await queue.admin.stats()
    if (waiting + running === 0) break
    await pause(50)
  }
  const faults = await queue.admin.check()
  await queue.close()
  say(t, { jobs: DRAINED, adding, draining, each: [...counts.values()], duplicates, faults })
  t.is(duplicates, 0)
  t.deepEqual(faults, [])
  t.true(
    [...counts.values()].every((count) => count > DRAINED / 20),
    'both have their share',
  )
})

function startDrain(t: Parameters<typeof faultNode>[0], stateDir: string): ChildProcess {
  const program = fileURLToPath(new URL('drain.js', import.meta.url))
  const child = spawn(process.execPath, [program, stateDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(async () => {
    child.removeAllListeners('exit')
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  return child
}

async function late(milliseconds: number): Promise<boolean> {
  await pause(milliseconds)
  return false
}
