/** What the doctor finds, and what it looks at. */
import type { Config } from '../config/schema.js'
import type { Transports } from '../plugins/transports.js'
import type { CertificateItem, Item } from './items.js'

export interface Finding {
  /** An error stops messages; a warning will, or lets in what should stay out. */
  readonly severity: 'error' | 'warning'
  /** Key of the configuration. */
  readonly key: string
  /** What is wrong, and what to do about it. */
  readonly sentence: string
}

export interface Examined {
  readonly config: Config
  readonly transports: Transports
  /** What all files have in them that the configuration names. */
  readonly items: readonly Item[]
  /** In milliseconds since 1970. */
  readonly now: number
}

export const error = (key: string, sentence: string): Finding => ({
  severity: 'error',
  key,
  sentence,
})
export const warning = (key: string, sentence: string): Finding => ({
  severity: 'warning',
  key,
  sentence,
})

export function certificatesOf(items: readonly Item[]): readonly CertificateItem[] {
  return items.flatMap((item) => (item.kind === 'certificate' ? item : []))
}

/** A moment as people write it. */
export function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
