/** PUBLIC contract of a transport: where it tells what concerns no message that is under way. */
import type { TransportEvent } from './events.js'

/** Where a transport tells what concerns no exchange, such as a connection it closed. */
export interface TransportLog {
  debug(fields: object, sentence?: string): void
  warn(fields: object, sentence?: string): void
  error(fields: object, sentence?: string): void
  /** Told of what operators count: what was turned away. Default: nobody is. */
  report?(event: TransportEvent): void
}
