/** The channel to the thread that has the file of a queue. */
import { Channel } from '../../../base/channel.js'
import { deferred } from '../../../base/deferred.js'
import { WaybillError } from '../../../errors.js'
import { startThread } from '../../sqlite/thread.js'
import { RETRY_AFTER } from '../answered.js'
import { QueueFull, QueueUnavailable } from '../queue.js'
import type { OpenOptions } from './options.js'
import type { Failure, Requests, ThreadReport } from './requests.js'

export type QueueChannel = Channel<Requests, Failure, ThreadReport>

/**
 * @param hear  receives what the thread tells by itself
 * @returns once the file is open, or waits for room on its disk
 * @throws WaybillError if the file cannot be used
 */
export async function openChannel(
  options: OpenOptions,
  hear: (report: ThreadReport) => void,
): Promise<QueueChannel> {
  const { promise: opened, resolve, reject } = deferred()
  const channel: QueueChannel = new Channel({
    start: () => startThread(new URL('./thread.js', import.meta.url), options),
    onMessage(report) {
      if (report.opened === true) resolve()
      else if (report.opened) reject(errorOf(report.opened))
      hear(report)
    },
    errorOf,
    endedError: (why) => new QueueUnavailable(why),
    onEnd(why) {
      reject(new QueueUnavailable(why))
      hear({ condition: { problem: why, full: undefined } })
    },
  })
  channel.hold(true)
  channel.start()
  try {
    await opened
    return channel
  } finally {
    channel.hold(false)
  }
}

function errorOf({ kind, sentence, code }: Failure): Error {
  switch (kind) {
    case 'full':
      return new QueueFull(sentence, RETRY_AFTER)
    case 'unavailable':
      return new QueueUnavailable(sentence)
    case 'waybill':
      return new WaybillError(code as never, sentence)
    case 'bug':
      return new Error(sentence)
  }
}
