/** Looks at the certificates that the configuration names, the node's own and those of peers. */
import { day, stageOf } from '../findings/dates.js'
import { useOf } from '../findings/file-purpose.js'
import type { CertificateItem } from '../findings/items.js'
import type { Sighting } from './problem.js'
import { shown } from './problem-events.js'

/**
 * @param notice  milliseconds before the end of a certificate from which on it is told
 * @param now     in milliseconds since 1970
 */
export function endingOf(
  certificates: readonly CertificateItem[],
  notice: number,
  now: number,
): readonly Sighting[] {
  return certificates.flatMap(({ key, file, index, facts, details }) => {
    const stage = stageOf(details, now, notice)
    if (stage !== 'ending' && stage !== 'ended') return []
    const who = shown(facts.subject)
    const use = useOf(key)
    const [title, ends] =
      stage === 'ended'
        ? ['A certificate has expired', 'expired']
        : ['A certificate expires soon', 'expires']
    return [
      {
        kind: 'certificate' as const,
        key: `certificate ${key} ${index} ${facts.fingerprint}`,
        title: `${title}: ${who}`,
        example: `${key}${use === '' ? '' : ` (${use})`}: ${file} ${ends} on ${day(details.until)}`,
        page: '#/peers',
      },
    ]
  })
}
