/** Finds revocation lists that nobody known has signed, or that are missing. */
import { error, type Finding, warning } from '../../message/finding.js'
import { isSignedBy } from '../../security/trust/revocation-list.js'
import { certificatesOf, type Examined } from './examined.js'
import type { ListItem } from './items.js'

export function findInLists({ items, config }: Examined): readonly Finding[] {
  const { requireRevocationLists: required } = config.security
  const lists = items.flatMap((item) => (item.kind === 'revocation list' ? item : []))
  const authorities = certificatesOf(items).filter(({ details }) => details.ca)
  const isBy = ({ list }: ListItem, { details }: (typeof authorities)[number]) =>
    list.issuerKey === details.subjectKey && isSignedBy(list, details)
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
  return [...unsigned, ...missing]
}
