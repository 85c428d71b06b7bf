/** Finds certificates that are no longer valid, not yet, or not for long, and keys that are too weak. */
import { DAY } from '../config/kinds.js'
import { weaknessOf } from '../security/trust/strength.js'
import { certificatesOf, day, type Examined, error, type Finding, warning } from './finding.js'

/** A new certificate takes its time. */
const SOON = 30 * DAY

export function examineDates({ items, now }: Pick<Examined, 'items' | 'now'>): readonly Finding[] {
  return certificatesOf(items).flatMap(({ key, file, facts: { subject }, details }) => {
    const { from, until, publicKey } = details
    const which = `the certificate of ${subject} in ${file}`
    const weakness = weaknessOf(publicKey)
    return [
      ...(now > until ? [error(key, `${which} ended on ${day(until)}: renew it`)] : []),
      ...(now < from ? [error(key, `${which} begins on ${day(from)}; is the clock right?`)] : []),
      ...(now >= from && now <= until && until - now < SOON
        ? [warning(key, `${which} ends on ${day(until)}: renew it before`)]
        : []),
      ...(weakness === undefined ? [] : [error(key, `${which} has a key that ${weakness}`)]),
    ]
  })
}
