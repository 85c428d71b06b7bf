/** A loss of power under load, as the disk sees it: what was synced is there, the rest may not be. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { Load } from './load.js'
import { faultNode } from './node.js'
import { LONG, random, SEED } from './run.js'
import { verdict } from './verdict.js'

const MOMENTS = 10
/** A store that is set aside as damaged, the one in its place, and what else a node wants free. */
const MEBIBYTES = 512

function run(command: string, ...parameters: readonly string[]): void {
  execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Why there is no loop device to be had; undefined if there is. */
function hindrance(): string | undefined {
  if (!LONG) return 'it is part of the long form'
  if (process.getuid?.() !== 0) return 'only root may mount'
  try {
    for (const parameters of [
      ['mkfs.ext4', '-V'],
      ['losetup', '-f'],
    ] as const) {
      execFileSync(parameters[0], [parameters[1]], { stdio: 'ignore' })
    }
    return undefined
  } catch (error) {
    return `no loop device: ${(error as Error).message}`
  }
}

/** Mounts an image; unmounted, and its device with it, at the end of the test if not before. */
function mount(t: ExecutionContext, image: string, at: string) {
  mkdirSync(at)
  run('mount', '-o', 'loop', image, at)
  let mounted = true
  const unmount = () => {
    if (mounted) run('umount', at)
    mounted = false
  }
  t.teardown(unmount)
  return unmount
}

/**
 * Copies an image that may still be written to: two copies in a row that are the same show that
 * nothing was, so that the copy is the image of one moment.
 */
function copyMoment(image: string, copy: string): void {
  const take = () => {
    run('cp', '--sparse=always', image, copy)
    return createHash('sha256').update(readFileSync(copy)).digest('hex')
  }
  for (let before = take(), again = take(); before !== again; again = take()) before = again
}

const hindered = hindrance()
const maybe = hindered === undefined ? test.serial : test.serial.skip
const title = 'a loss of power with the embedded queue'

maybe(hindered === undefined ? title : `${title} (left out: ${hindered})`, async (t) => {
  const chance = random(t.title)
  const folder = folderOf(t, {})
  const image = join(folder, 'disk.img')
  run('truncate', '-s', `${MEBIBYTES}M`, image)
  run('mkfs.ext4', '-q', image)
  const disk = join(folder, 'disk')
  mount(t, image, disk)
  // One job at a time, so that most of what is acknowledged still waits when the power goes.
  const node = faultNode(t, { settings: ['queue.concurrency=1'], folder: disk })
  const load = new Load(`${SEED}-power`, 16)
  t.teardown(() => load.stop())
  load.aim((await node.start()).url)
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    await load.progress(100 + chance.below(400))
    node.daemon.process.kill('SIGSTOP')
    // What is acknowledged from here on was on its way already, and may be in the copy or not.
    const before = { acknowledged: new Set(load.acknowledged), pending: new Map(load.pending) }
    node.ledger.read()
    const waiting = [...before.acknowledged].filter((id) => !node.ledger.counts.has(id)).length
    const copy = join(folder, `copy-${moment}`)
    copyMoment(image, `${copy}.img`)
    node.daemon.process.kill('SIGCONT')

    const unmount = mount(t, `${copy}.img`, copy)
    const after = faultNode(t, { settings: [], folder: copy })
    const { url } = await after.start()
    const expected = { ...load, ...before }
    const asked = before.acknowledged.size
    await verdict(t, expected, after.ledger, url, { moment, asked, waiting })
    t.is(await after.daemon.stop(), 0)
    unmount()
    run('rm', `${copy}.img`)
  }
  await load.stop()
  await verdict(t, load, node.ledger, node.daemon.url, { moments: MOMENTS })
  t.is(await node.daemon.stop(), 0)
})
