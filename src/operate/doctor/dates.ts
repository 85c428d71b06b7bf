/** Finds certificates that are no longer valid, not yet, or not for long, and keys that are too weak. */
import { DAY } from '../../config/kinds.js'
import { weaknessOf } from '../../security/trust/strength.js'
import { certificatesOf, day, type Examined, error, type Finding, warning } from './finding.js'

/** A new certificate takes its time. */
const SOON = 30 * DAY

export function examineDates({ items, now }: Pick<Examined, 'items' | 'now'>): readonly Finding[] {
  return certificatesOf(items).flatMap(({ key, file, facts: { subject }, details }) => {
    const { from, until, publicKey } = details
    const which = `the certificate of ${subject} in ${file}`
    const weakness = weaknessOf(publicKey)
    return [
      ...(now > until ? [error(key, `${which} expired on ${day(until)}: renew it`)] : []),
      ...(now < from ? [error(key, `${which} begins on ${day(from)}; is the clock right?`)] : []),
      ...(now >= from && now <= until && until - now < SOON
        ? [warning(key, `${which} expires on ${day(until)}: renew it before`)]
        : []),
      ...(weakness === undefined ? [] : [error(key, `${which} has a key that ${weakness}`)]),
    ]
  })
}

/** What is wrong with a certificate that a node starts with all the same, once for it. */
export interface DateWarning {
  /** Keys of the configuration that name its file, between commas. */
  readonly keys: string
  readonly sentence: string
}

export function dateWarnings(examined: Pick<Examined, 'items' | 'now'>): readonly DateWarning[] {
  const keys = new Map<string, string>()
  for (const { key, sentence } of examineDates(examined)) {
    const before = keys.get(sentence)
    keys.set(sentence, before === undefined ? key : `${before}, ${key}`)
  }
  return [...keys].map(([sentence, all]) => ({ keys: all, sentence }))
}

/** A log, as far as it takes sentences. */
interface Warned {
  warn(sentence: string): void
}

/** Warns in the log, once of each. */
export class DateLog {
  readonly #log: Warned
  #told: ReadonlySet<string> = new Set()

  constructor(log: Warned) {
    this.#log = log
  }

  tell(examined: Pick<Examined, 'items' | 'now'>): void {
    const found = dateWarnings(examined)
    for (const { keys, sentence } of found) {
      if (!this.#told.has(sentence)) this.#log.warn(`${keys}: ${sentence}`)
    }
    this.#told = new Set(found.map(({ sentence }) => sentence))
  }
}
