/** Finds revocation lists that are not current, that nobody known has signed, or that are missing. */
import { isSignedBy } from '../../security/trust/revocation-list.js'
import { certificatesOf, day, type Examined, error, type Finding, warning } from './finding.js'
import type { ListItem } from './items.js'

export function examineLists({ items, config, now }: Examined): readonly Finding[] {
  const { requireRevocationLists: required } = config.security
  const lists = items.flatMap((item) => (item.kind === 'revocation list' ? item : []))
  const authorities = certificatesOf(items).filter(({ details }) => details.ca)
  const isBy = ({ list }: ListItem, { details }: (typeof authorities)[number]) =>
    list.issuerKey === details.subjectKey && isSignedBy(list, details)
  const stale = lists.flatMap(({ key, file, issuer, list: { next } }) => {
    if (next !== undefined && next >= now) return []
    const until =
      next === undefined ? 'does not say until when it counts' : `counted until ${day(next)}`
    const sentence = `the list of ${issuer} in ${file} ${until}: fetch the next one`
    return required || !key.startsWith('security.') ? error(key, sentence) : warning(key, sentence)
  })
  const unsigned = lists.flatMap((list) =>
    authorities.some((one) => isBy(list, one))
      ? []
      : warning(
          list.key,
          `the list of ${list.issuer} in ${list.file} is signed by no authority of the configuration: it counts for nobody`,
        ),
  )
  const missing = authorities.flatMap((one) =>
    required &&
    /^security\.peers\..*\.signs\.ca$/.test(one.key) &&
    !lists.some((list) => isBy(list, one))
      ? error(
          one.key,
          `there is no revocation list of ${one.facts.subject}, which requireRevocationLists asks for: nobody is trusted by it`,
        )
      : [],
  )
  return [...stale, ...unsigned, ...missing]
}
