/** What is reported about connections and mails that were refused, and of mails that failed. */
import { SpoolUnavailable, type TransportLog } from '#transport'
import type { SmtpOptions } from '../options.js'
import { type AboutMail, SmtpRefusal } from '../status.js'
import { PeerGone } from './collect.js'
import type { Connection } from './connection.js'
import type { DialogueState } from './dialogue.js'

export class Reports {
  readonly #log: TransportLog

  constructor(log: TransportLog) {
    this.#log = log
  }

  /** @returns what the peer is notified of it */
  failed({ connection, returnPath, recipients }: DialogueState, error: unknown): Error {
    if (error instanceof PeerGone) return error
    if (error instanceof SmtpRefusal) {
      const { cause } = error
      if (cause instanceof SpoolUnavailable && cause.reason === 'failed') {
        this.#log.error({ transport: 'smtp', err: cause.cause }, 'a mail cannot be kept')
      }
      const reply = `${error.responseCode} ${error.message}`
      const from = returnPath === '' ? undefined : returnPath
      this.refused(connection, reply, { from, recipients, ...error.about })
      return error
    }
    this.#log.error({ transport: 'smtp', err: error }, 'a mail failed')
    return new SmtpRefusal('451 4.3.0', 'failed, try again later')
  }

  /** Told to those who look for it only: whoever floods the node shall not flood its log. */
  tooMany(limit: keyof SmtpOptions, peer: string | undefined): void {
    const cause = `smtp.${limit}`
    this.#log.report?.({ event: 'connection', transport: 'smtp', peer, outcome: 'closed', cause })
  }

  /** The first one of a connection is told; a peer can be refused a thousand times on it. */
  refused(connection: Connection, outcome: string, about: AboutMail = {}): void {
    connection.refusals += 1
    const again = connection.refusals > 1 || undefined
    const peer = connection.address
    this.#log.report?.({ event: 'refused', transport: 'smtp', peer, outcome, again, ...about })
  }
}
