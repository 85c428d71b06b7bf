/** How often and how long a job is tried: by `queue.retry`, but for what its operation or its destination says. */
import type { RetryPlan } from './job.js'

type Differences = { readonly [Key in keyof RetryPlan]?: RetryPlan[Key] | undefined }

/** The parts of the configuration that say it. */
interface RetrySettings {
  readonly queue: {
    readonly retry: Differences
    /** What differs for an operation, over what its plugin says; by its name in Clark notation. */
    readonly operations: Readonly<Record<string, Differences>>
  }
  /** What differs for a destination, by its name. */
  readonly destinations: Readonly<
    Record<string, { readonly retry: Differences; readonly timeout?: number | undefined }>
  >
}

/** An operation, as far as it says how it is tried. */
interface Retried {
  /** In Clark notation. */
  readonly name: string
  readonly retry?: Differences | undefined
}

/** What holds where nothing is said. */
interface DefaultPlans {
  readonly operation: RetryPlan
  /** For what goes to another node. */
  readonly sent: RetryPlan
}

export class RetryPlans {
  readonly #settings: RetrySettings
  readonly #defaults: DefaultPlans

  constructor(settings: RetrySettings, defaults: DefaultPlans) {
    this.#settings = settings
    this.#defaults = defaults
  }

  ofOperation({ name, retry }: Retried): RetryPlan {
    const { queue } = this.#settings
    return merge(this.#defaults.operation, queue.retry, retry, own(queue.operations, name))
  }

  /** @param name  undefined for an address that no destination has */
  ofDestination(name?: string): RetryPlan {
    const { queue, destinations } = this.#settings
    const { timeout, retry } = own(destinations, name) ?? {}
    // An attempt that may take longer than others is not to be cut off as they are.
    return merge(this.#defaults.sent, queue.retry, { ...retry, timeLimit: timeout })
  }
}

function own<Value>(record: Readonly<Record<string, Value>>, key = ''): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** What comes later counts, where it says anything. */
function merge(plan: RetryPlan, ...differences: readonly (Differences | undefined)[]): RetryPlan {
  return differences.reduce<RetryPlan>(
    (before, after) => ({
      attempts: after?.attempts ?? before.attempts,
      delay: after?.delay ?? before.delay,
      maxDelay: after?.maxDelay ?? before.maxDelay,
      timeLimit: after?.timeLimit ?? before.timeLimit,
    }),
    plan,
  )
}
