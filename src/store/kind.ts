/** What keeps the jobs and what is recorded of messages: the one place where the configuration is asked for it. */

export type StoreKind = 'memory' | 'redis' | 'embedded'

/** What a configuration says of where jobs are kept. */
export interface StorePlace {
  readonly url?: string | undefined
  readonly cluster: readonly string[]
  readonly sentinels: readonly string[]
}

export function storeKind({ url, cluster, sentinels }: StorePlace): StoreKind {
  if (cluster.length > 0 || sentinels.length > 0) return 'redis'
  if (url === undefined) return 'embedded'
  return url.startsWith('memory:') ? 'memory' : 'redis'
}
