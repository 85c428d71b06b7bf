/** Tells which keys about security a running node takes over: not those for which parts are made at start only. */
import type { Config } from '../../config/schema.js'
import { asksForSecurity } from '../../security/message-security.js'

type Security = Config['security']

/** They stand for themselves, and need no part that a node without security has not. */
const ALWAYS = ['security.tokens', 'security.maxFailuresPerMinute']

/** Policies refer to peers and keys: they are taken over together, or none of them is. */
export function securityKeys(before: Security, after: Security): (key: string) => boolean {
  // Header blocks are understood, and evidence is opened, from the start on or not at all.
  if (!asksForSecurity(before)) return (key) => [...ALWAYS, 'security.peers'].includes(key)
  const needsPart = needsEvidence(after) && !needsEvidence(before)
  if (needsPart || !asksForSecurity(after)) return (key) => ALWAYS.includes(key)
  return (key) => key.startsWith('security.') && key !== 'security.evidence'
}

function needsEvidence({ policies }: Security): boolean {
  return policies.some(({ require }) => require.includes('non-repudiation'))
}
