/** A log that writes a transport's events as the node does. */
import type { Logger } from '../../src/base/log.js'
import { eventLog } from '../../src/message/events/event-log.js'
import type { TransportLog } from '../../src/transport.js'

export function reporting(log: Logger): TransportLog {
  return {
    debug: (fields, sentence) => log.debug(fields, sentence),
    warn: (fields, sentence) => log.warn(fields, sentence),
    error: (fields, sentence) => log.error(fields, sentence),
    report: eventLog(log),
  }
}
