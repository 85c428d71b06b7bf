/** Finds policies that nothing can meet. */
import { certificatesOf, type Examined, error, type Finding } from './finding.js'

export function examinePolicies(examined: Examined): readonly Finding[] {
  return examined.config.security.policies.flatMap((policy, index) => {
    const key = `security.policies.${index}`
    return [...examineTls(policy, key, examined), ...examineSigners(policy, key, examined)]
  })
}

type Policy = Examined['config']['security']['policies'][number]

function levelsOf({ require }: Policy): readonly string[] {
  return typeof require === 'string' ? [require] : require
}

/** Answers of a destination come as its transport has it. */
function examineTls(policy: Policy, key: string, { transports }: Examined): readonly Finding[] {
  if (policy.destination !== undefined) return []
  const levels = levelsOf(policy)
  const asks = levels.some((one) => one === 'client-certificate' || one === 'non-repudiation')
  if (!asks && !levels.includes('tls')) return []
  const { transport } = policy
  const over = transports.used.filter(
    ({ module }) => transport === undefined || module.name === transport,
  )
  const found = over.map(({ place }) => tlsIn(place.section))
  const where = transport ?? 'any transport'
  if (!found.some(({ has }) => has)) {
    return [
      error(
        `${key}.require`,
        `${levels.join(' and ')} needs TLS, which ${where} does not have: nothing can meet it`,
      ),
    ]
  }
  return asks && !found.some(({ asksClients }) => asksClients)
    ? [
        error(
          `${key}.require`,
          `${levels.join(' and ')} needs a client certificate, and no TLS of ${where} asks for one: set clientAuthentication to request or require`,
        ),
      ]
    : []
}

interface Tls {
  /** TLS by itself, or by a proxy that tells of it. */
  readonly has: boolean
  readonly asksClients: boolean
}

function tlsIn(section: object): Tls {
  const entries = Object.entries(section)
  const behind = entries.some(
    ([key, value]) => /prox(y|ies)$/i.test(key) && value !== undefined && !isEmpty(value),
  )
  const found = entries.flatMap(([key, value]): readonly Tls[] => {
    if (typeof value !== 'object' || value === null) return []
    if (key !== 'tls') return [tlsIn(value)]
    const { clientAuthentication } = value as { readonly clientAuthentication?: unknown }
    return [
      {
        has: true,
        asksClients: clientAuthentication === 'request' || clientAuthentication === 'require',
      },
    ]
  })
  return {
    has: behind || found.some(({ has }) => has),
    asksClients: behind || found.some(({ asksClients }) => asksClients),
  }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : false
}

/** Somebody must have a certificate that counts today. */
function examineSigners(
  policy: Policy,
  key: string,
  { config, items, now }: Examined,
): readonly Finding[] {
  const levels = levelsOf(policy)
  if (!levels.includes('signature') && !levels.includes('non-repudiation')) return []
  const names = policy.peers ?? Object.keys(config.security.peers)
  const certificates = certificatesOf(items)
  const able = names.some((name) => {
    const place = `security.peers.${name}.signs.`
    return certificates.some(
      (one) => one.key.startsWith(place) && one.details.from <= now && one.details.until >= now,
    )
  })
  return able
    ? []
    : [
        error(
          `${key}.require`,
          `no certificate of ${names.join(', ')} is valid today: nothing can meet it`,
        ),
      ]
}
