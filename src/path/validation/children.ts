/** The processes that check what is large or awkward: a bounded queue in front of them, fair to every sender. */
import { Overdue } from '../../base/deadline.js'
import { type Deferred, deferred } from '../../base/deferred.js'
import type { Log } from '../../base/log.js'
import { clearTimeout, setTimeout } from '../../base/time.js'
import type { Finding } from '../../schema/finding.js'
import type { ChildLimits } from './bounds.js'
import { ValidationChild } from './child.js'
import type { Task } from './task.js'

/** Tasks that wait, in all and of one sender. */
const MAX_WAITING = 256
const MAX_PER_SENDER = 64
/** How many checks that take their whole time a task waits for before it is given back. */
const PATIENCE = 3
/** Bytes of memory that a process may hold between two tasks. */
const MAX_MEMORY = 512 * 1024 ** 2

/** No process has time for the task; the same message may be checked later. */
export class ValidationBusy extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'ValidationBusy'
  }
}

/** A sender with tasks that wait, or with one that runs. */
interface Sender {
  readonly waiting: Waiting[]
  running: number
  /** Number of its last turn: who had none for longest is next. */
  turn: number
}

/** A task, before it is known how long it may take. */
export type Unbounded = Omit<Task, 'timeout'>

interface Waiting {
  readonly task: Unbounded
  readonly answer: Deferred<readonly Finding[]>
  readonly timer: NodeJS.Timeout
}

export class Children {
  readonly #engine: string
  readonly #limits: ChildLimits
  readonly #log: Pick<Log, 'warn'>
  readonly #all = new Set<ValidationChild>()
  readonly #idle = new Map<ValidationChild, NodeJS.Timeout | undefined>()
  readonly #senders = new Map<string, Sender>()
  #turns = 0
  #waiting = 0
  #closed = false

  /**
   * @param engine  name of the schema engine
   * @param log     notified of each check that takes too long
   */
  constructor(engine: string, limits: ChildLimits, log: Pick<Log, 'warn'>) {
    this.#engine = engine
    this.#limits = limits
    this.#log = log
  }

  /**
   * @param from  its sender: senders take turns
   * @throws Overdue if the check takes too long
   * @throws ValidationBusy if it cannot be checked now
   */
  ask(task: Unbounded, from: string): Promise<readonly Finding[]> {
    const sender = this.#senders.get(from) ?? { waiting: [], running: 0, turn: 0 }
    const full = this.#waiting >= MAX_WAITING || sender.waiting.length >= MAX_PER_SENDER
    if (this.#closed || full) {
      return Promise.reject(new ValidationBusy('too many messages wait to be checked'))
    }
    this.#senders.set(from, sender)
    const answer = deferred<readonly Finding[]>()
    const patience = this.#limits.timeout * PATIENCE
    const timer = setTimeout(() => this.#giveUp(sender, waiting), patience)
    const waiting: Waiting = { task, answer, timer }
    sender.waiting.push(waiting)
    this.#waiting += 1
    this.#next()
    return answer.promise
  }

  /** How many processes there are. */
  get count(): number {
    return this.#all.size
  }

  /** Ends the processes, and what they do. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { timer, answer } of [...this.#senders.values()].flatMap(takeAll)) {
      clearTimeout(timer)
      answer.reject(new ValidationBusy('the node is stopping'))
    }
    this.#waiting = 0
    await Promise.all([...this.#all].map((child) => child.end()))
  }

  #next(): void {
    while (this.#waiting > 0 && (this.#idle.size > 0 || this.#all.size < this.#limits.processes)) {
      const sender = this.#nextSender()
      const taken = sender?.waiting.shift()
      if (!sender || !taken) return
      clearTimeout(taken.timer)
      this.#waiting -= 1
      this.#turns += 1
      sender.turn = this.#turns
      sender.running += 1
      void this.#run(this.#idleChild(), taken).finally(() => {
        sender.running -= 1
        this.#tidy()
        this.#next()
      })
    }
  }

  #nextSender(): Sender | undefined {
    return [...this.#senders.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .reduce<Sender | undefined>(
        (first, one) => (first && first.turn <= one.turn ? first : one),
        undefined,
      )
  }

  /** Forgets who has nothing here. */
  #tidy(): void {
    for (const [from, { waiting, running }] of this.#senders) {
      if (waiting.length === 0 && running === 0) this.#senders.delete(from)
    }
  }

  #idleChild(): ValidationChild {
    const [idle] = this.#idle
    if (idle) {
      const [child, timer] = idle
      clearTimeout(timer)
      this.#idle.delete(child)
      return child
    }
    const child = new ValidationChild(this.#engine, (ended) => this.#forget(ended))
    this.#all.add(child)
    return child
  }

  async #run(child: ValidationChild, { task, answer: reply }: Waiting): Promise<void> {
    try {
      const answer = await child.check({ ...task, timeout: this.#limits.timeout })
      if (answer.memory > MAX_MEMORY) await child.end()
      else this.#rest(child)
      if ('findings' in answer) reply.resolve(answer.findings)
      else reply.reject(new Error(`the check against ${task.schema} failed: ${answer.failure}`))
    } catch (error) {
      if (error instanceof Overdue) this.#reportOverdue(task)
      await child.end()
      reply.reject(error)
    }
  }

  #rest(child: ValidationChild): void {
    const { idleTime } = this.#limits
    const end = () => {
      this.#idle.delete(child)
      void child.end()
    }
    this.#idle.set(child, idleTime === undefined ? undefined : setTimeout(end, idleTime).unref())
  }

  #reportOverdue({ schema, text }: Unbounded): void {
    this.#log.warn(
      { schema, characters: text.length, timeout: this.#limits.timeout },
      'a check against a schema took too long and was ended',
    )
  }

  #forget(child: ValidationChild): void {
    this.#all.delete(child)
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
  }

  #giveUp({ waiting }: Sender, late: Waiting): void {
    waiting.splice(waiting.indexOf(late), 1)
    this.#waiting -= 1
    this.#tidy()
    late.answer.reject(new ValidationBusy('no process had time for it'))
  }
}

function takeAll({ waiting }: Sender): readonly Waiting[] {
  return waiting.splice(0)
}
