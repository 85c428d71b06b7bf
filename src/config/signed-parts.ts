/** What a policy says of signatures: whether it asks for one at all, and whether Body may go without. */
import type { Security } from './security.js'

type Policy = Security['policies'][number]
type Level = Extract<Policy['require'], string>

/** Levels that ask for a signature or a MAC. */
export const SIGNED: ReadonlySet<Level> = new Set(['mac', 'signature', 'non-repudiation'])

/** True if a signature is asked for, and neither over Body nor over the entry that the policy is for. */
export function leavesBodyOut({
  require,
  signed,
  operation,
}: Pick<Policy, 'require' | 'signed' | 'operation'>): boolean {
  const levels = typeof require === 'string' ? [require] : require
  if (!levels.some((level) => SIGNED.has(level))) return false
  return !signed.some((part) => part === 'Body' || part === operation)
}
