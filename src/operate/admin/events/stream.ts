/** `GET /api/events`: what the journal keeps from now on, as server-sent events. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { clearInterval, setInterval } from '../../../base/time.js'
import { only } from '../only.js'
import { Refused } from '../refused.js'
import { readInput } from '../resource.js'
import { own } from '../resources/shapes.js'
import type { Identify } from '../serve-resource.js'
import { missedText, type Tail } from './tail.js'

const EVENTS_PATH = '/api/events'
/** Of its URL. */
const TAKES = z.strictObject({ own })

/** Streams at once; the listener has room for more connections. */
const MAX_STREAMS = 1_000
/** Milliseconds between heartbeat: proxies and browsers end what is silent. */
const HEARTBEAT = 10_000
/** Bytes that may wait for a slow reader, and for all of them; then entries are left out, and it is told how many. */
const MAX_WAITING = 256 * 1024
const MAX_TOTAL_BYTES = 32 * 1024 ** 2

interface Stream {
  end(): void
  /** Ends it if who reads it may not look any more. Never rejects. */
  askAgain(): Promise<void>
}

export class EventStreams {
  readonly #own: Tail
  readonly #all: Tail
  readonly #most: number
  readonly #open = new Set<Stream>()

  /**
   * @param all   of other nodes as well; may be the same
   * @param most  streams at once
   */
  constructor(own: Tail, all: Tail, most = MAX_STREAMS) {
    this.#own = own
    this.#all = all
    this.#most = most
  }

  serve(app: FastifyInstance, identify: Identify): void {
    app.get(EVENTS_PATH, async (request, reply) => {
      await identify(request)
      const { own } = readInput(TAKES, request.query)
      if (this.#open.size >= this.#most) {
        throw new Refused(503, `${this.#most} others watch already`, {
          headers: { 'retry-after': '30' },
        })
      }
      reply.header('content-type', 'text/event-stream')
      reply.hijack()
      const headers = Object.entries(reply.getHeaders())
      const tail = own ? this.#own : this.#all
      this.#begin(tail, reply.raw, headers, async () => {
        await identify(request)
      })
    })
    only(app, EVENTS_PATH, ['GET'])
  }

  start(): void {}

  /** Who may look has changed. */
  askAgain(): void {
    for (const stream of this.#open) void stream.askAgain()
  }

  async close(): Promise<void> {
    this.#own.flush()
    this.#all.flush()
    for (const { end } of this.#open) end()
    this.#own.close()
    this.#all.close()
  }

  /** @param admit  rejects for who may not look */
  #begin(
    tail: Tail,
    response: ServerResponse,
    headers: readonly (readonly [string, unknown])[],
    admit: () => Promise<void>,
  ): void {
    for (const [name, value] of headers) response.setHeader(name, String(value))
    response.setHeader('connection', 'close')
    response.writeHead(200)
    // The browser connects again this many milliseconds after an end.
    response.write('retry: 3000\n\n')
    let missed = 0
    const sendMissed = () => {
      if (missed > 0) response.write(missedText(missed))
      missed = 0
    }
    const unwatch = tail.watch(({ text, entries }) => {
      const most = Math.min(MAX_WAITING, MAX_TOTAL_BYTES / this.#open.size)
      if (response.writableLength > most) {
        missed += entries
        return
      }
      sendMissed()
      response.write(text)
    })
    // It has read all that waited: it is told at once, and not when something happens next.
    response.on('drain', sendMissed)
    const askAgain = () => admit().catch(() => stream.end())
    // A session ends, and an operator is taken away, while the stream goes on.
    const beat = setInterval(() => {
      response.write(':\n\n')
      void askAgain()
    }, HEARTBEAT)
    const stream: Stream = {
      askAgain,
      end: () => {
        if (!this.#open.delete(stream)) return
        clearInterval(beat)
        unwatch()
        response.end()
      },
    }
    this.#open.add(stream)
    response.once('close', stream.end)
    response.on('error', stream.end)
  }
}
