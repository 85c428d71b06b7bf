/** A process that checks elements, as the node sees it: one task at a time, ended with the process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Overdue, within } from '../../base/deadline.js'
import { type Deferred, deferred } from '../../base/deferred.js'
import { monotonicTime } from '../../base/time.js'
import type { ChildReport, Task } from './task.js'

const PROGRAM = fileURLToPath(new URL('./process.js', import.meta.url))

/** Milliseconds that a process gets to start on a busy machine. */
const START_TIME = 30_000

export type Answer = Exclude<ChildReport, { readonly ready: true }>

export class ValidationChild {
  readonly #process: ChildProcess
  readonly #ready = deferred()
  #pending: Deferred<Answer> | undefined

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
      .on('message', (report: ChildReport) => this.#hear(report))
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
   * @throws Overdue if it takes longer than its timeout, once the process has started; the process is useless then
   * @throws Error if the process does not start, or ends
   */
  async check(task: Task): Promise<Answer> {
    this.#hold(true)
    try {
      await within(START_TIME, () => this.#ready.promise).catch((cause) => {
        throw new Error('the process that checks does not start', { cause })
      })
      const answer = deferred<Answer>()
      this.#pending = answer
      // What cannot be sent is told by the end of the process.
      this.#process.send(task, () => undefined)
      return await this.#answer(answer.promise, task.timeout)
    } finally {
      this.#pending = undefined
      this.#hold(false)
    }
  }

  async #answer(answer: Promise<Answer>, timeout: number): Promise<Answer> {
    const began = monotonicTime()
    try {
      return await within(timeout, () => answer)
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

  #hear(report: ChildReport): void {
    if ('ready' in report) this.#ready.resolve()
    else this.#pending?.resolve(report)
  }

  #fail(error: Error): void {
    this.#ready.reject(error)
    this.#pending?.reject(error)
  }

  /** The node lives on for what it has asked, and not for a process that has nothing to do. */
  #hold(busy: boolean): void {
    const act = busy ? 'ref' : 'unref'
    this.#process[act]()
    this.#process.channel?.[act]()
  }
}
