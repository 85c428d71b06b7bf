/** What records the time that messages and their steps take, as spans of a trace. */
import type { InboundMessage } from '../../message/message.js'
import type { FactSources } from '../../message/outcome.js'
import type { JobQueue, RunJob } from '../../store/queue/queue.js'
import type { Receive } from '../../transport.js'
import type { Send } from './parts.js'
import type { Timed } from './timed.js'

export interface Traced {
  /** Takes a message, which belongs to the trace of its span from then on. */
  received(message: InboundMessage, receive: Receive, facts?: FactSources): ReturnType<Receive>
  /** The same, with a span for each attempt of a job. */
  running(run: RunJob): RunJob
  /** The same, with a span for each job that is added. */
  adding(queue: JobQueue): JobQueue
  /** The same, with a span for each message that is sent. */
  sending(send: Send): Send
  readonly timed: Timed
}
