/** What a process that checks is asked, and what it answers. */
import type { ParameterOrder } from '../../contract/arrange.js'
import type { Finding } from '../../schema/finding.js'

/** Plain data: an element as text, and the schema to check it against. */
export interface Task {
  /** Absolute path of the schema. */
  readonly schema: string
  /** The element, as its sender wrote it, or as this node did. */
  readonly text: string
  /** Prefixes bound around it, and their namespaces. */
  readonly declarations: readonly (readonly [prefix: string, namespace: string])[]
  /** Milliseconds after which the check is ended. */
  readonly timeout: number
  /** How it is arranged before it is checked; undefined for one that this node wrote. */
  readonly arranged: Arrangement | undefined
}

export interface Arrangement {
  /** Namespace of the envelope that it came in. */
  readonly envelope: string
  /** Whether its parameters are put into the order of the schema; undefined if they stay as they are, as in a header block. */
  readonly order: ParameterOrder | undefined
}

/** What the process tells: that it is ready, then one answer to each task. */
export type ChildReport =
  | { readonly ready: true }
  | ({
      /** Bytes of memory that the process holds afterwards. */
      readonly memory: number
    } & ({ readonly findings: readonly Finding[] } | { readonly failure: string }))
