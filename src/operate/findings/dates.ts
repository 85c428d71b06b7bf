/** Finds what has ended, ends soon or has not begun: certificates, revocation lists and OCSP responses. */
import { DAY } from '../../config/kinds.js'
import { error, type Finding, type Level, warning } from '../../message/finding.js'
import type { Examined } from './examined.js'
import type { CertificateItem } from './items.js'

/** A new certificate takes its time. */
const SOON = 30 * DAY

/** How long something counts, both ends included, in milliseconds since 1970. */
interface Term {
  readonly from: number
  readonly until: number
}

/** @param notice  milliseconds before its end in which it ends soon */
export function stageOf(
  { from, until }: Term,
  now: number,
  notice: number,
): 'early' | 'current' | 'ending' | 'ended' {
  if (now > until) return 'ended'
  if (now < from) return 'early'
  return until - now < notice ? 'ending' : 'current'
}

/** A moment as people write it. */
export function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function findInDates({
  config: { alerts, security },
  items,
  now,
}: Pick<Examined, 'config' | 'items' | 'now'>): readonly Finding[] {
  // What is an alert is found here, too.
  const notice = Math.max(SOON, alerts.certificates)
  return items.flatMap((item) => {
    const { kind, key } = item
    switch (kind) {
      case 'certificate':
        return ofCertificate(item, now, notice)
      case 'revocation list': {
        // A listener takes no client without a current one.
        const isRequired = security.requireRevocationLists || !key.startsWith('security.')
        const what = `the list of ${item.issuer} in ${item.file}`
        return ofFetched({ ...item.list, key, what, late: isRequired ? 'error' : 'warning' }, now)
      }
      case 'OCSP response': {
        const what = `the OCSP response in ${item.file}`
        return ofFetched({ ...item.response, key, what, late: 'warning' }, now)
      }
      default:
        return []
    }
  })
}

function ofCertificate(
  { key, file, facts: { subject }, details }: CertificateItem,
  now: number,
  notice: number,
): readonly Finding[] {
  const which = `the certificate of ${subject} in ${file}`
  switch (stageOf(details, now, notice)) {
    case 'ended':
      return [error(key, `${which} expired on ${day(details.until)}: renew it`)]
    case 'early':
      return [error(key, `${which} begins on ${day(details.from)}; is the clock right?`)]
    case 'ending':
      return [warning(key, `${which} expires on ${day(details.until)}: renew it before`)]
    case 'current':
      return []
  }
}

/** What its authority makes again now and then. */
interface Fetched {
  readonly key: string
  /** For people to read. */
  readonly what: string
  readonly from: number
  readonly next: number | undefined
  /** How bad it is that it does not count any more. */
  readonly late: Level
}

function ofFetched({ key, what, from, next, late }: Fetched, now: number): readonly Finding[] {
  if (next === undefined) {
    const sentence = `${what} does not say until when it counts: fetch the next one`
    return [{ level: late, key, sentence }]
  }
  // The next one is there before this one ends: only in its last quarter has nobody fetched it.
  const notice = Math.min(SOON, (next - from) / 4)
  switch (stageOf({ from, until: next }, now, notice)) {
    case 'ended':
      return [
        { level: late, key, sentence: `${what} counted until ${day(next)}: fetch the next one` },
      ]
    case 'early':
      return [warning(key, `${what} counts from ${day(from)} on; is the clock right?`)]
    case 'ending':
      return [warning(key, `${what} counts until ${day(next)}: fetch the next one before`)]
    case 'current':
      return []
  }
}
