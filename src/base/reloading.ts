/** What a part of a running node says that is ready to take a changed configuration over. */

/** A transport that is ready to go on with another section of its configuration. */
export interface Reloading {
  /** Keys of the section that name the same files as before, which hold something else now. */
  readonly changed: readonly string[]
  /** Goes on with it; must not fail, nor close what is open. */
  apply(): void
}
