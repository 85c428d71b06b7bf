/** What the doctor looks at, and how certificates among it are found. */
import type { Config } from '../../config/schema.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { CertificateItem, Item } from './items.js'

export { error, type Finding, type Level, note, ok, warning } from '../../message/finding.js'

export interface Examined {
  readonly config: Config
  readonly transports: Transports
  /** What all files have in them that the configuration names. */
  readonly items: readonly Item[]
  /** In milliseconds since 1970. */
  readonly now: number
}

export function certificatesOf(items: readonly Item[]): readonly CertificateItem[] {
  return items.flatMap((item) => (item.kind === 'certificate' ? item : []))
}

/** A moment as people write it. */
export function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
