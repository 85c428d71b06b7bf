/** Compares two configurations: which keys differ, and which of them a running node takes over. */
import { isDeepStrictEqual } from 'node:util'
import type { AdminConfig } from '../../config/admin.js'
import type { Config } from '../../config/schema.js'
import type { Transports } from '../../path/plugins/transports.js'
import { asksForSecurity } from '../../security/message-security.js'

export interface Changes {
  /** Keys that the node takes over, such as `routes` or `destinations.ledger`. */
  readonly taken: readonly string[]
  /** Keys that count after a restart only. */
  readonly restart: readonly string[]
  /** What is in effect once they are taken over. */
  readonly config: Config
}

type Values = Readonly<Record<string, unknown>>

/** Sections and keys that are taken over, whatever the transports. */
const TAKEN = [
  'log',
  'routes',
  'destinations',
  'replies',
  'queue.retry',
  'queue.operations',
  'journal.keys',
  'alerts',
]

/** @param transports  of the running node: each says which keys of its section it takes over */
export function changesOf(before: Config, after: Config, transports: Transports): Changes {
  const own = transports.used.flatMap(({ module: { name, reloads = [] } }) =>
    reloads.map((key) => `${name}.${key}`),
  )
  const keys = new Set([...TAKEN, ...own])
  const isOfSecurity = securityKeys(before.security, after.security)
  const isOfAdmin = adminKeys(before.admin, after.admin)
  const isTaken = (key: string) =>
    keys.has(key) || keys.has(key.split('.')[0] ?? '') || isOfSecurity(key) || isOfAdmin(key)
  const changed = differing(before, after).toSorted()
  const taken = changed.filter(isTaken)
  return {
    taken,
    restart: changed.filter((key) => !isTaken(key)),
    config: taken.reduce((config, key) => withKey(config, after, key.split('.')), before),
  }
}

/** It stands for itself, and needs no part that a node without security has not. */
const ALWAYS = 'security.tokens'

/**
 * Policies refer to peers and keys: they are taken over together, or none of them is.
 *
 * @returns whether a key of `security` is taken over: not those for which parts are made at start only
 */
function securityKeys(
  before: Config['security'],
  after: Config['security'],
): (key: string) => boolean {
  // Header blocks are understood, and evidence is opened, from the start on or not at all.
  if (!asksForSecurity(before)) return (key) => [ALWAYS, 'security.peers'].includes(key)
  const needsPart = needsEvidence(after) && !needsEvidence(before)
  if (needsPart || !asksForSecurity(after)) return (key) => key === ALWAYS
  return (key) => key.startsWith('security.') && key !== 'security.evidence'
}

function needsEvidence({ policies }: Config['security']): boolean {
  return policies.some(({ require }) => require.includes('non-repudiation'))
}

/** Where it listens. */
const NEVER = ['admin.host', 'admin.port']

/** @returns whether a key of `admin` is taken over: not where it listens, nor whether it speaks TLS */
function adminKeys(before: AdminConfig, after: AdminConfig): (key: string) => boolean {
  const clientAuthentication = ({ tls }: AdminConfig) => tls?.clientAuthentication
  // A listener speaks TLS, and asks for certificates, from its start on or not at all.
  const sameTls = clientAuthentication(before) === clientAuthentication(after)
  return (key) =>
    key.startsWith('admin.') && !NEVER.includes(key) && (key !== 'admin.tls' || sameTls)
}

/** Keys whose values differ, two levels deep: what is below is told by the key above it. */
function differing(before: Values, after: Values, above = ''): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => {
    const [one, other] = [before[key], after[key]]
    if (isDeepStrictEqual(one, other)) return []
    if (above === '' && isValues(one) && isValues(other)) return differing(one, other, `${key}.`)
    return [`${above}${key}`]
  })
}

/** A copy in which one key is as it is in another one, or is gone as there. */
function withKey<Type extends Values>(into: Type, from: Values, path: readonly string[]): Type {
  const [key = '', ...below] = path
  const value = from[key]
  const [inner] = below
  if (inner !== undefined && isValues(value)) {
    return { ...into, [key]: withKey(into[key] as Values, value, below) }
  }
  const { [key]: _, ...others } = into
  // What is taken over was checked as what it replaces was.
  return (key in from ? { ...others, [key]: value } : others) as Type
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
