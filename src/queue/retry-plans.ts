/** How often and how long each job is tried: what the configuration says, then the plugin, then the default. */
import type { Operation, Retry } from '../plugin.js'
import type { RetryPlan } from './job.js'

export interface RetryRules {
  readonly retry: RetryPlan
  /** By name of the operation, in Clark notation. */
  readonly operations: Readonly<Record<string, Differences>>
  /** By host name. */
  readonly destinations: Readonly<Record<string, Differences>>
  /** By name of the destination in the configuration. Default: none. */
  readonly named?: Readonly<Record<string, Differences>>
}

type Differences = { readonly [Key in keyof RetryPlan]?: RetryPlan[Key] | undefined }

export class RetryPlans {
  readonly #rules: RetryRules

  constructor(rules: RetryRules) {
    this.#rules = rules
  }

  ofOperation({ name, retry }: Operation): RetryPlan {
    return merge(this.#rules.retry, retry, own(this.#rules.operations, name))
  }

  /** @param name  of the destination that the message goes to, if it has one */
  ofDestination(to: URL, name?: string): RetryPlan {
    const { retry, destinations, named = {} } = this.#rules
    const host = to.protocol === 'mailto:' ? (to.pathname.split('@').at(-1) ?? '') : to.hostname
    return merge(retry, own(destinations, host), name === undefined ? undefined : own(named, name))
  }
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function merge(plan: RetryPlan, ...differences: (Retry | Differences | undefined)[]): RetryPlan {
  const merged = { ...plan }
  for (const difference of differences) {
    for (const key of Object.keys(plan) as (keyof RetryPlan)[]) {
      merged[key as 'attempts'] = difference?.[key] ?? merged[key]
    }
  }
  return merged
}
