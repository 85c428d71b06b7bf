/** Where a contract is imported from: its files, or what was fetched. */
import type { Library } from '../../schema/read/library.js'

export interface ImportSource extends Library {
  /** The first document. */
  readonly main: string
  /** What the contract is called, unless the operator says so. */
  readonly name: string
  /** As they came. */
  bytes(document: string): Uint8Array
  /** Below the folder of the copies, with `/`: where the copy of another one is put if nothing is there. */
  wanted(document: string): string
}
