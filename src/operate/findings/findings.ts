/** What is wrong, or will be, with a configuration and its files: `config check`, the start, a reload and the doctor say it. */
import type { Finding } from '../../message/finding.js'
import { findInAlgorithms } from './algorithms.js'
import { findBypassed } from './bypassed-policies.js'
import { findInDates } from './dates.js'
import type { Examined } from './examined.js'
import { findInFiles } from './files.js'
import { findHiddenKeys } from './hidden-keys.js'
import { findInListeners } from './listeners.js'
import { findInLists } from './lists.js'
import { findUnused } from './names.js'
import { findInPairs } from './pairs.js'
import { findInPolicies } from './policies.js'
import { findInPurposes } from './purposes.js'
import { findInServerNames } from './server-names.js'

export function findingsIn(examined: Examined): readonly Finding[] {
  return merged([
    ...findInFiles(examined),
    ...findInListeners(examined),
    ...findInDates(examined),
    ...findInPairs(examined),
    ...findInPurposes(examined),
    ...findInLists(examined),
    ...findInServerNames(examined),
    ...findInPolicies(examined),
    ...findBypassed(examined),
    ...findInAlgorithms(examined),
    ...findUnused(examined.config),
    ...findHiddenKeys(examined.config),
  ])
}

/** What is the same under several keys is one finding, with these keys between commas. */
export function merged(findings: readonly Finding[]): readonly Finding[] {
  const all = new Map<string, Finding>()
  for (const finding of findings) {
    const { level, key, sentence } = finding
    const same = `${level} ${sentence}`
    const before = all.get(same)
    all.set(same, before ? { ...before, key: `${before.key}, ${key}` } : finding)
  }
  return [...all.values()]
}
