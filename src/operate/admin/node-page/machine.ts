/** What the node uses of its machine: memory, event loop, disks, open files. */
import { stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { within } from '../../../base/deadline.js'
import { clearInterval, setInterval } from '../../../base/time.js'
import { foldersIn } from '../../../config/files.js'
import { nearestTo } from '../../../store/sqlite/database-folder.js'
import { type Delays, LoopDelay } from '../../process/loop-delay.js'
import { memoryNow } from '../../process/memory.js'
import { readOpenFiles } from '../../process/open-files.js'
import type { DiskView, LoopView, MachineView } from '../api.js'
import type { ConfigNow } from './config-now.js'

/** Milliseconds of a span over which the delay of the event loop is shown, and spans whose longest delay is kept. */
const SPAN = 60_000
const SPANS = 60
/** Milliseconds that a disk may take to answer. */
const DEADLINE = 2_000
/** Disks that are looked at for one request. */
const MAX_FOLDERS = 20

export class Machine {
  readonly #now: ConfigNow
  #loop: LoopDelay | undefined
  #last: Delays | undefined
  readonly #longest: number[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(now: ConfigNow) {
    this.#now = now
  }

  start(): void {
    this.#loop ??= new LoopDelay()
    this.#timer ??= setInterval(() => this.#turn(), SPAN).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#loop?.close()
    this.#loop = undefined
  }

  async view(): Promise<MachineView> {
    const [files, disks] = await Promise.all([readOpenFiles(), this.#disks()])
    return {
      pid: process.pid,
      nodejs: process.versions.node,
      memory: memoryNow(),
      loop: this.#loopView(),
      files: { open: files.open, most: files.most },
      disks,
    }
  }

  #turn(): void {
    this.#last = this.#loop?.delays
    this.#loop?.reset()
    if (this.#last) this.#longest.push(this.#last.max)
    if (this.#longest.length > SPANS) this.#longest.shift()
  }

  /** Of the last whole minute; of the first one as far as it has gone. */
  #loopView(): LoopView | undefined {
    const running = this.#loop?.delays
    const shown = this.#last ?? running
    if (!shown) return undefined
    const longest = Math.max(...this.#longest, running?.max ?? 0)
    const milliseconds = (seconds: number) => Number((seconds * 1000).toFixed(2))
    return {
      p50: milliseconds(shown.p50),
      p99: milliseconds(shown.p99),
      max: milliseconds(shown.max),
      hour: milliseconds(longest),
    }
  }

  async #disks(): Promise<readonly DiskView[]> {
    const { config, schema } = this.#now
    const named = [...foldersIn(config, schema)]
    const own = config.attachments.folder === undefined
    const all = own ? [...named, { key: 'attachments.folder', file: tmpdir() }] : named
    const found = await Promise.all(
      all.slice(0, MAX_FOLDERS).map(({ key, file }) => diskOf(key, file)),
    )
    const disks = new Map<string, DiskView>()
    for (const [device, disk] of found) {
      const same = disks.get(device)
      disks.set(device, same ? { ...same, folders: [...same.folders, ...disk.folders] } : disk)
    }
    return [...disks.values()]
  }
}

/** The disk of a folder, and what identifies it; one that does not answer has no numbers. */
async function diskOf(key: string, folder: string): Promise<readonly [string, DiskView]> {
  const path = resolve(folder)
  const folders = [{ key, path }]
  try {
    return await within(DEADLINE, async () => {
      // What is not there yet is made in the first folder above it that is.
      const nearest = nearestTo(path)
      const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([
        stat(nearest),
        statfs(nearest),
      ])
      return [String(dev), { folders, free: bavail * bsize, size: blocks * bsize }] as const
    })
  } catch {
    return [path, { folders, free: undefined, size: undefined }]
  }
}
