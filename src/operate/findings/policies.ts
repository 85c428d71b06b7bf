/** Finds policies that nothing can meet: by themselves, or together. */
import { error, type Finding } from '../../message/finding.js'
import { isOperation } from '../../security/policies.js'
import { suiteNamed } from '../../security/suite.js'
import { certificatesOf, type Examined } from './examined.js'

export function findInPolicies(examined: Examined): readonly Finding[] {
  const { policies } = examined.config.security
  return policies.flatMap((policy, index) => {
    const key = `security.policies.${index}`
    return [
      ...findInTls(policy, key, examined),
      ...findInSigners(policy, key, examined),
      ...policies.flatMap((other, position) =>
        other === policy || !holdsFor(other, policy)
          ? []
          : findTogether(policy, other, { key, beside: `security.policies.${position}` }),
      ),
    ]
  })
}

type Policy = Examined['config']['security']['policies'][number]

function levelsOf({ require }: Policy): readonly string[] {
  return typeof require === 'string' ? [require] : require
}

const CONDITIONS = ['transport', 'path', 'mailbox', 'route'] as const

/** True if a policy holds for every message that another one holds for. */
function holdsFor(other: Policy, policy: Policy): boolean {
  return (
    other.destination === policy.destination &&
    (other.operation === undefined || isOperation(other.operation, policy.operation)) &&
    CONDITIONS.every((name) => other[name] === undefined || other[name] === policy[name])
  )
}

/** What two policies ask of the same message must be there at once. */
function findTogether(
  policy: Policy,
  other: Policy,
  { key, beside }: { readonly key: string; readonly beside: string },
): readonly Finding[] {
  const { peers } = policy
  const [own, others] = [suiteNamed(policy.suite), suiteNamed(other.suite)]
  const isEncrypted = policy.encrypted.length > 0 || other.encrypted.length > 0
  return [
    ...(peers && other.peers?.every((name) => !peers.includes(name))
      ? [
          error(
            `${key}.peers`,
            `${beside}, which holds for the same messages, is for other peers (${other.peers.join(', ')}): nothing can meet both`,
          ),
        ]
      : []),
    ...(own && others && own.cipher !== others.cipher && isEncrypted
      ? [
          error(
            `${key}.suite`,
            `${beside}, which holds for the same messages, encrypts by ${others.name}, and ${own.name} takes nothing of it: nothing can meet both`,
          ),
        ]
      : []),
  ]
}

/** Answers of a destination come as its transport has it. */
function findInTls(policy: Policy, key: string, { transports }: Examined): readonly Finding[] {
  if (policy.destination !== undefined) return []
  const levels = levelsOf(policy)
  const asks = levels.some((one) => one === 'client-certificate' || one === 'non-repudiation')
  if (!asks && !levels.includes('tls')) return []
  const { transport } = policy
  const over = transports.used.filter(
    ({ module }) => transport === undefined || module.name === transport,
  )
  const found = over.map(({ settings }) => tlsIn(settings.section))
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
  /** TLS by itself, or by a proxy that describes it. */
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
function findInSigners(
  policy: Policy,
  key: string,
  { config, items, now }: Examined,
): readonly Finding[] {
  const levels = levelsOf(policy)
  if (!levels.includes('signature') && !levels.includes('non-repudiation')) return []
  const names = policy.peers ?? Object.keys(config.security.peers)
  const certificates = certificatesOf(items)
  const able = names.some((name) => {
    const location = `security.peers.${name}.signs.`
    return certificates.some(
      (one) => one.key.startsWith(location) && one.details.from <= now && one.details.until >= now,
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
