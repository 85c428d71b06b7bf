/** The bounds of alerts, which are the same for every node. */

export interface AlertBounds {
  /** Milliseconds that the receiver of a webhook may take to answer. */
  readonly webhookTimeout: number
  /** Milliseconds for which the same is gathered before it is told, as one alert. */
  readonly group: number
  /** Milliseconds until the first reminder; each further one takes twice as long, up to a day. */
  readonly remind: number
  /** Percent of a bound of the queue, or of its disk, from which on it is told. */
  readonly full: number
}

export const ALERT_BOUNDS: AlertBounds = Object.freeze({
  // It is tried again: who answers at all answers by then.
  webhookTimeout: 5_000,
  // An outage makes many of a kind within a minute, and nobody acts on the first one sooner.
  group: 60_000,
  // Time to see to it before it is told again.
  remind: 3_600_000,
  // A fifth is left for who has to act.
  full: 80,
})
