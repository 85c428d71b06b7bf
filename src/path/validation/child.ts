/** A process that checks elements, as the node sees it: one task at a time, ended with the process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Overdue, within } from '../../base/deadline.js'
import { type Deferred, deferred } from '../../base/deferred.js'
import { monotonicTime } from '../../base/time.js'
import type { Task, Told } from './task.js'

const PROGRAM = fileURLToPath(new URL('./process.js', import.meta.url))

/** Milliseconds that a process gets to start on a busy machine. */
const START_TIME = 30_000

export type Answer = Exclude<Told, { readonly ready: true }>

export class ValidationChild {
  readonly #process: ChildProcess
  readonly #ready = deferred()
  #asked: Deferred<Answer> | undefined

  /**
   * @param engine  name of the schema engine
   * @param ended   told once the process has ended, whatever ended it
   */
  constructor(engine: string, ended: (child: ValidationChild) => void) {
    this.#process = fork(PROGRAM, [engine], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // It needs none of the secrets that stand there.
      env: {},
    })
      .on('message', (told: Told) => this.#hear(told))
      .on('error', (error) => this.#fail(error))
      .on('exit', (code, signal) => {
        this.#fail(new Error(`the process that checks has ended (${signal ?? code})`))
        ended(this)
      })
    // Nobody waits for a process that ends before it is asked.
    this.#ready.promise.catch(() => undefined)
    this.#hold(false)
  }

  /**
   * @throws Overdue if it takes longer than its timeout, once the process has started; the process is of no use then
   * @throws Error if the process does not start, or ends
   */
  async check(task: Task): Promise<Answer> {
    this.#hold(true)
    try {
      await within(START_TIME, () => this.#ready.promise).catch((cause) => {
        throw new Error('the process that checks does not start', { cause })
      })
      const asked = deferred<Answer>()
      this.#asked = asked
      // What cannot be sent is told by the end of the process.
      this.#process.send(task, () => undefined)
      return await this.#answer(asked.promise, task.timeout)
    } finally {
      this.#asked = undefined
      this.#hold(false)
    }
  }

  async #answer(asked: Promise<Answer>, timeout: number): Promise<Answer> {
    const began = monotonicTime()
    try {
      return await within(timeout, () => asked)
    } catch (error) {
      // Where the node is busy, the watchdog of the process may be the first to end it.
      throw monotonicTime() - began < timeout ? error : new Overdue(timeout)
    }
  }

  /** Resolves once the process has ended. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exit = once(this.#process, 'exit')
    this.#hold(true)
    this.#process.kill('SIGKILL')
    await exit
  }

  #hear(told: Told): void {
    if ('ready' in told) this.#ready.resolve()
    else this.#asked?.resolve(told)
  }

  #fail(error: Error): void {
    this.#ready.reject(error)
    this.#asked?.reject(error)
  }

  /** The node lives on for what it has asked, and not for a process that has nothing to do. */
  #hold(busy: boolean): void {
    const act = busy ? 'ref' : 'unref'
    this.#process[act]()
    this.#process.channel?.[act]()
  }
}
