/** Finds what lets others in: listeners that other hosts reach, and what each transport knows of its own. */
import { isLoopback } from '../../base/loopback.js'
import { type Finding, warning } from '../../message/finding.js'
import type { Examined } from './examined.js'

export function findInListeners({
  config: { admin },
  transports,
}: Pick<Examined, 'config' | 'transports'>): readonly Finding[] {
  const own = transports.used.flatMap(({ module, place }) => module.findings?.(place) ?? [])
  if (isLoopback(admin.host) || admin.tls) return own
  const sentence = `${admin.host} is open to other hosts without TLS: tokens and passwords can be read on their way`
  return [...own, warning('admin.host', sentence)]
}
