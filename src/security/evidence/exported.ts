/** An entry as it was exported. */
import type { FoundEntry } from './entries.js'

export interface Exported {
  /** Of its folder. */
  readonly name: string
  readonly found: FoundEntry
  /** True if its file was ended: then the proof was signed at that time. */
  readonly ended: boolean
  /** Of the key that has signed the proof. */
  readonly keyType: string
}
