/** The control socket's end in a command: the queue of the node that runs on this machine. */
import { Agent, request } from 'undici'
import { z } from 'zod'
import { WaybillError } from '../errors.js'
import { type JobQuery, type QueueDesk, QueueUnavailable } from '../queue/queue.js'
import {
  change,
  done,
  failure,
  jobDetail,
  jobSummaries,
  queueStats,
  result,
} from './control-protocol.js'
import { controlSocket, probe, refused } from './control-socket.js'

/** Longer than the node gives its queue, so that the node's own sentence comes first. */
const DEADLINE = 60_000
/** Bytes of an answer: as long as a text may be here. */
const MAX_ANSWER = 512 * 1024 ** 2 - 1

export class ControlClient implements QueueDesk {
  readonly #path: string
  readonly #agent: Agent

  private constructor(path: string) {
    this.#path = path
    this.#agent = new Agent({
      connect: { socketPath: path },
      // One request a connection, as the node has it.
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_ANSWER,
    })
  }

  /**
   * @param stateDir  folder of the node's state
   * @returns undefined if no node listens there
   * @throws WaybillError WAYBILL_STATE_NOT_FOUND, WAYBILL_STATE_REFUSED or WAYBILL_CONTROL_PATH
   */
  static async connect(stateDir: string): Promise<ControlClient | undefined> {
    const path = controlSocket(stateDir)
    return (await probe(stateDir, path)) === 'listening' ? new ControlClient(path) : undefined
  }

  stats() {
    return this.#ask('/stats', {}, queueStats)
  }

  list(query: JobQuery) {
    return this.#ask('/list', query, jobSummaries)
  }

  show(id: string) {
    return this.#ask('/show', { id }, jobDetail)
  }

  replay(id: string) {
    return this.#ask('/replay', { id }, change)
  }

  remove(id: string) {
    return this.#ask('/remove', { id }, change)
  }

  pause() {
    return this.#ask('/pause', {}, done)
  }

  resume() {
    return this.#ask('/resume', {}, done)
  }

  /** Lets go of the socket; a question under way fails. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /**
   * @throws QueueUnavailable if the queue, or the node, does not answer in time
   * @throws WaybillError WAYBILL_NODE_UNREACHABLE if the node has gone, or answers what is none
   */
  async #ask<Answered>(
    path: string,
    question: unknown,
    schema: z.ZodType<Answered>,
  ): Promise<Answered> {
    try {
      const { statusCode, body } = await request(`http://node${path}`, {
        method: 'POST',
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(DEADLINE),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
      })
      const json: unknown = JSON.parse(await body.text())
      if (statusCode === 200) return schema.parse(result.parse(json).result)
      const { error } = failure.parse(json)
      if (statusCode === 503) throw new QueueUnavailable(error)
      throw this.#unreachable(`answers ${statusCode}: ${error}`)
    } catch (error) {
      throw this.#failureOf(error)
    }
  }

  #failureOf(error: unknown): unknown {
    if (error instanceof QueueUnavailable || error instanceof WaybillError) return error
    const { name, code } = error as { name?: string; code?: string }
    if (name === 'TimeoutError') {
      return new QueueUnavailable(`the node does not answer on ${this.#path}`, { cause: error })
    }
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      return this.#unreachable('answers what this version does not understand', error)
    }
    if (code === 'EACCES' || code === 'EPERM') return refused(this.#path, error)
    return this.#unreachable(`has gone (${code ?? name ?? 'unknown error'})`, error)
  }

  #unreachable(what: string, cause?: unknown): WaybillError {
    return new WaybillError('WAYBILL_NODE_UNREACHABLE', `the node on ${this.#path} ${what}`, {
      cause,
    })
  }
}
