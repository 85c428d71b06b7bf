/** What a compiled content model does: it takes the children of an element one by one. */
import type { ElementDeclaration, Wildcard } from '../components.js'

/** Compiled once for a type. */
export interface ContentModel {
  /** Begins to take the children of one element. */
  begin(): Matching
}

/** How far the children of one element have come. */
export interface Matching {
  /**
   * What a child of this name is, a member of a substitution group as itself; undefined if none may stand here:
   * nothing has changed then.
   */
  take(namespace: string, local: string): ElementDeclaration | Wildcard | undefined
  /** What let in the last child that was taken: the head, of a member of a substitution group. */
  readonly by: ElementDeclaration | Wildcard | undefined
  /** True if no more children are needed. */
  readonly complete: boolean
  /** Names that may stand here, as Clark names or such as `any element of urn:x`; for a finding, at most 10. */
  expected(): readonly string[]
}
