/** The control socket's end in the node: lets the commands on this machine work on the queue it holds. */
import { mkdir, unlink } from 'node:fs/promises'
import { z } from 'zod'
import { WaybillError } from '../errors.js'
import { type QueueDesk, QueueUnavailable } from '../queue/queue.js'
import { Overdue, within } from '../within.js'
import { jobQuery, nothing, oneJob } from './control-protocol.js'
import { controlSocket, probe, refused } from './control-socket.js'
import { type Answer, type Asked, type ListenerLog, SmallListener } from './small-listener.js'

/** Milliseconds that the queue gets for one question. */
const DESK_TIME = 30_000
const BOUNDS = { maxBody: 4 * 1024 ** 2, maxConnections: 32, time: 2 * DESK_TIME }

export class ControlListener {
  readonly #stateDir: string
  readonly #desk: QueueDesk
  readonly #listener: SmallListener

  /** @param stateDir  folder of the node's state; the socket is `control.sock` in it */
  constructor(stateDir: string, desk: QueueDesk, log: ListenerLog) {
    this.#stateDir = stateDir
    this.#desk = desk
    this.#listener = new SmallListener((asked) => this.#answer(asked), BOUNDS, log)
  }

  /** Path of the socket, for people to read; empty before `listen` and after `close`. */
  get listening(): readonly string[] {
    const { address } = this.#listener
    return typeof address === 'string' ? [address] : []
  }

  /**
   * Makes the state folder (mode 0700) if there is none, and the socket (0600) in it, in place of one
   * that a process has left behind. Two that do so at the same moment are not kept apart: have the
   * folder's lock first where there is one.
   *
   * @throws WaybillError WAYBILL_CONTROL_IN_USE, WAYBILL_CONTROL_PATH or WAYBILL_STATE_REFUSED
   */
  async listen(): Promise<void> {
    const path = controlSocket(this.#stateDir)
    try {
      await mkdir(this.#stateDir, { recursive: true, mode: 0o700 })
      if ((await probe(this.#stateDir, path)) === 'stale') await unlink(path)
      await listenPrivately(this.#listener, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw refused(path, error)
      throw new WaybillError('WAYBILL_CONTROL_IN_USE', `another node listens on ${path}`, {
        cause: error,
      })
    }
  }

  /** @param deadline  once aborted, what is still being answered is cut off */
  close(deadline: AbortSignal): Promise<void> {
    return this.#listener.close(deadline)
  }

  async #answer({ method, path, body }: Asked): Promise<Answer> {
    if (method !== 'POST') return { status: 405, headers: { Allow: 'POST' } }
    try {
      const ask = this.#question(path, body === '' ? {} : JSON.parse(body))
      if (!ask) return { status: 404, json: { error: `there is no ${path}` } }
      return { status: 200, json: { result: await within(DESK_TIME, ask) } }
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) {
        return { status: 400, json: { error: `not understood: ${error.message}` } }
      }
      if (error instanceof QueueUnavailable || error instanceof Overdue) {
        return { status: 503, json: { error: error.message } }
      }
      throw error
    }
  }

  #question(path: string, json: unknown): (() => Promise<unknown>) | undefined {
    const desk = this.#desk
    switch (path) {
      case '/stats':
        nothing.parse(json)
        return () => desk.stats()
      case '/list': {
        const query = jobQuery.parse(json)
        return () => desk.list(query)
      }
      case '/show': {
        const { id } = oneJob.parse(json)
        return () => desk.show(id)
      }
      case '/replay': {
        const { id } = oneJob.parse(json)
        return () => desk.replay(id)
      }
      case '/remove': {
        const { id } = oneJob.parse(json)
        return () => desk.remove(id)
      }
      case '/pause':
        nothing.parse(json)
        return () => desk.pause()
      case '/resume':
        nothing.parse(json)
        return () => desk.resume()
      default:
        return undefined
    }
  }
}

/** The socket is made within `listen`, before that waits: nobody else's file gets this mask. */
function listenPrivately(listener: SmallListener, path: string): Promise<void> {
  const before = process.umask(0o177)
  try {
    return listener.listen({ path })
  } finally {
    process.umask(before)
  }
}
