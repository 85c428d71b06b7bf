/** Which kind of store the configuration asks for: decided here alone, for jobs and for the journal. */

export type StoreKind = 'memory' | 'redis' | 'embedded'

/** The part of the configuration that decides it. */
export interface StoreConfig {
  readonly url?: string | undefined
  readonly cluster: readonly string[]
  readonly sentinels: readonly string[]
}

export function storeKind({ url, cluster, sentinels }: StoreConfig): StoreKind {
  if (cluster.length > 0 || sentinels.length > 0) return 'redis'
  if (url === undefined) return 'embedded'
  return url.startsWith('memory:') ? 'memory' : 'redis'
}
