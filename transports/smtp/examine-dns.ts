/** Looks at what DNS says of a mail domain: where its mail goes, who may send it, and what receivers do with the rest. */
import { codeOf, type DnsQuestions, error, type Finding, note, ok, warning } from '#transport'

/** RFC 7208 §4.6.4: "SPF implementations MUST limit the total number of those terms to 10". */
const MAX_LOOKUPS = 10

/** Terms of SPF that ask DNS again. */
const LOOKS_UP = /^[+?~-]?(?:include:|exists:|redirect=|ptr|(?:a|mx)(?:[:/]|$))/i

export async function examineMx(domain: string, dns: DnsQuestions): Promise<readonly Finding[]> {
  const key = 'smtp.domains'
  const hosts = await answerOf(dns.resolveMx(domain))
  if (typeof hosts === 'string') return [unanswered(key, `MX of ${domain}`, hosts)]
  if (hosts.length === 0) {
    return [
      warning(
        key,
        `${domain} has no MX: mail for it goes to its address, or nowhere`,
        `publish ${domain}. MX 10 and the name of the machine that takes its mail`,
      ),
    ]
  }
  // RFC 7505 §3
  if (hosts.some(({ exchange }) => exchange === '' || exchange === '.')) {
    return [
      error(key, `${domain} has a null MX: it takes no mail`, 'publish the name of a machine'),
    ]
  }
  const found = await Promise.all(hosts.map(({ exchange }) => examineHost(domain, exchange, dns)))
  return found.flat()
}

async function examineHost(
  domain: string,
  host: string,
  dns: DnsQuestions,
): Promise<readonly Finding[]> {
  const key = 'smtp.domains'
  const addresses = await answerOf(
    Promise.all([dns.resolve4(host).catch(none), dns.resolve6(host).catch(none)]),
  )
  if (typeof addresses === 'string') return [unanswered(key, `address of ${host}`, addresses)]
  const all = addresses.flat()
  return [
    all.length === 0
      ? error(key, `the MX of ${domain}, ${host}, has no address`, `publish an A record of ${host}`)
      : ok(key, `mail for ${domain} goes to ${host} (${all.join(', ')})`),
  ]
}

export async function examineSpf(domain: string, dns: DnsQuestions): Promise<readonly Finding[]> {
  const key = 'smtp.relay.from'
  const records = await texts(dns, domain, /^v=spf1(?: |$)/i)
  if (typeof records === 'string') return [unanswered(key, `SPF of ${domain}`, records)]
  const [record, ...more] = records
  if (record === undefined) {
    return [
      warning(
        key,
        `${domain} has no SPF: receivers treat its mail as forged more easily`,
        `publish ${domain}. TXT "v=spf1 include:DOMAIN-OF-THE-RELAY -all"`,
      ),
    ]
  }
  // RFC 7208 §4.5: "If the resultant record set includes more than one record, check_host() produces the
  // "permerror" result."
  if (more.length > 0) {
    return [
      error(key, `${domain} has ${records.length} SPF records, of which none counts`, 'leave one'),
    ]
  }
  const lookups = record.split(/\s+/).filter((term) => LOOKS_UP.test(term)).length
  return [
    ok(key, `SPF of ${domain}: ${record}`),
    ...(lookups > MAX_LOOKUPS
      ? [
          error(
            key,
            `SPF of ${domain} needs ${lookups} lookups, and 10 are allowed`,
            'name networks',
          ),
        ]
      : []),
    ...(/\+all\b|\sall$/i.test(record)
      ? [warning(key, `SPF of ${domain} lets everybody send its mail`, 'end it with -all or ~all')]
      : []),
  ]
}

export async function examineDmarc(domain: string, dns: DnsQuestions): Promise<readonly Finding[]> {
  const key = 'smtp.relay.from'
  const records = await texts(dns, `_dmarc.${domain}`, /^v=DMARC1/i)
  if (typeof records === 'string') return [unanswered(key, `DMARC of ${domain}`, records)]
  const [record, ...more] = records
  if (record === undefined) {
    return [
      note(
        key,
        `${domain} has no DMARC of its own`,
        `publish _dmarc.${domain}. TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}"`,
      ),
    ]
  }
  // RFC 7489 §6.6.3: "If the remaining set contains multiple records or no records, policy discovery terminates"
  if (more.length > 0) {
    return [
      error(
        key,
        `${domain} has ${records.length} DMARC records, of which none counts`,
        'leave one',
      ),
    ]
  }
  const policy = /\bp=(\w+)/i.exec(record)?.[1]?.toLowerCase()
  return policy === undefined
    ? [
        error(
          key,
          `DMARC of ${domain} has no p=: ${record}`,
          'add p=none, p=quarantine or p=reject',
        ),
      ]
    : [ok(key, `DMARC of ${domain}: p=${policy}`)]
}

/** RFC 7208 §3.3: several strings of one record are taken as one. */
export async function texts(
  dns: DnsQuestions,
  name: string,
  kind: RegExp,
): Promise<readonly string[] | string> {
  const records = await answerOf(dns.resolveTxt(name))
  if (typeof records === 'string') return records
  return records.map((parts) => parts.join('')).filter((text) => kind.test(text))
}

/** @returns why there is no answer, as a code; that nothing is there is an answer */
async function answerOf<Value>(
  question: Promise<readonly Value[]>,
): Promise<readonly Value[] | string> {
  try {
    return await question
  } catch (thrown) {
    const code = codeOf(thrown)
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : code
  }
}

/** @throws what is no answer of DNS */
function none(thrown: unknown): readonly string[] {
  const code = codeOf(thrown)
  if (code === 'ENODATA' || code === 'ENOTFOUND') return []
  throw thrown
}

export function unanswered(key: string, what: string, code: string): Finding {
  return warning(
    key,
    `DNS does not answer for the ${what} (${code})`,
    'let this machine reach its DNS server, or name another one by --dns',
  )
}
