/** Looks at the certificates that the configuration names, the node's own and those of peers. */
import { DAY } from '../../config/kinds.js'
import { useOf } from '../doctor/file-purpose.js'
import type { CertificateItem } from '../doctor/items.js'
import type { Sighting } from './problem.js'
import { shown } from './problem-events.js'

/**
 * @param days  those that end sooner
 * @param now   in milliseconds since 1970
 */
export function endingOf(
  certificates: readonly CertificateItem[],
  days: number,
  now: number,
): readonly Sighting[] {
  return certificates.flatMap(({ key, file, index, facts, details }) => {
    const left = details.until - now
    if (left >= days * DAY) return []
    const date = new Date(details.until).toISOString().slice(0, 10)
    const who = shown(facts.subject)
    const use = useOf(key)
    return [
      {
        kind: 'certificate' as const,
        key: `certificate ${key} ${index} ${facts.fingerprint}`,
        title:
          left < 0 ? `A certificate has expired: ${who}` : `A certificate expires soon: ${who}`,
        example: `${key}${use === '' ? '' : ` (${use})`}: ${file} ${left < 0 ? 'expired' : 'expires'} on ${date}`,
        page: '#/peers',
      },
    ]
  })
}
