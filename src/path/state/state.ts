/** Holds what is learnt of one message, and takes it through steps: the only writer of its values. */
import { take } from '../../base/steps.js'
import type { OpenExchange } from '../exchange.js'
import { type Failed, failureOf } from './failure.js'
import type { Known } from './known.js'
import type { Slice } from './line.js'
import type { AnyStep } from './step.js'
import type { ValueName, Values } from './values.js'

type Held = { -readonly [Name in ValueName]: Values[Name] | undefined } & Pick<Values, 'came'>

/** Each of them has the same shape from the first to the last step. */
const NOTHING: Omit<Held, 'came'> = {
  admission: undefined,
  message: undefined,
  tree: undefined,
  document: undefined,
  correlation: undefined,
  route: undefined,
  targets: undefined,
  understood: undefined,
  verified: undefined,
  valid: undefined,
  once: undefined,
  claimed: undefined,
  handled: undefined,
  task: undefined,
  passage: undefined,
  sealed: undefined,
  returned: undefined,
  outcome: undefined,
}

/** The values that are there. A step gets this object as what it takes, and can write nothing into it. */
export class State<There extends ValueName> implements Known {
  readonly #held: Held
  #failed: Failed | undefined

  /** @param given  what is there before the first step */
  constructor(given: Pick<Values, There | 'came'>) {
    this.#held = { ...NOTHING, ...given }
  }

  get came(): Values['came'] {
    return this.#held.came
  }

  get admission(): Values['admission'] | undefined {
    return this.#held.admission
  }

  get message(): Values['message'] | undefined {
    return this.#held.message
  }

  get tree(): Values['tree'] | undefined {
    return this.#held.tree
  }

  get document(): Values['document'] | undefined {
    return this.#held.document
  }

  get correlation(): Values['correlation'] | undefined {
    return this.#held.correlation
  }

  get route(): Values['route'] | undefined {
    return this.#held.route
  }

  get targets(): Values['targets'] | undefined {
    return this.#held.targets
  }

  get understood(): Values['understood'] | undefined {
    return this.#held.understood
  }

  get verified(): Values['verified'] | undefined {
    return this.#held.verified
  }

  get valid(): Values['valid'] | undefined {
    return this.#held.valid
  }

  get once(): Values['once'] | undefined {
    return this.#held.once
  }

  get claimed(): Values['claimed'] | undefined {
    return this.#held.claimed
  }

  get handled(): Values['handled'] | undefined {
    return this.#held.handled
  }

  get task(): Values['task'] | undefined {
    return this.#held.task
  }

  get passage(): Values['passage'] | undefined {
    return this.#held.passage
  }

  get sealed(): Values['sealed'] | undefined {
    return this.#held.sealed
  }

  get returned(): Values['returned'] | undefined {
    return this.#held.returned
  }

  get outcome(): Values['outcome'] | undefined {
    return this.#held.outcome
  }

  /** How it failed, if a step did. */
  get failed(): Failed | undefined {
    return this.#failed
  }

  /** The values that are there, in the types, too. */
  get values(): Pick<Values, There> {
    return this as never
  }

  /**
   * Takes the message through steps, each at once where the one before it was done at once.
   *
   * @returns this state, with what they gave
   * @throws what a step has thrown, without what `failed` says of it
   */
  through<Takes extends There, Gives extends ValueName, Parts>(
    { steps }: Slice<Takes, Gives, Parts>,
    exchange: OpenExchange,
    parts: Parts,
  ): State<There | Gives> | Promise<State<There | Gives>> {
    const pending = this.#all(steps, 0, { exchange, parts })
    const after = this as never
    return pending ? pending.then(() => after) : after
  }

  #all(steps: readonly AnyStep[], first: number, around: Around): Promise<void> | undefined {
    for (let at = first; at < steps.length; at += 1) {
      const pending = this.#one(steps[at] as AnyStep, around)
      if (pending) return pending.then(() => this.#all(steps, at + 1, around))
    }
    return undefined
  }

  #one(step: AnyStep, around: Around): Promise<void> | undefined {
    try {
      const given = this.#given(step, around)
      if (given instanceof Promise) return this.#later(given, step, around)
      return this.#keep(given, step, around)?.catch((error) => this.#fail(error, step))
    } catch (error) {
      return this.#fail(error, step)
    }
  }

  /** What it takes is there, and what it uses: the types of lines and slices see to that. */
  #given({ run, steps }: AnyStep, { exchange, parts }: Around): unknown {
    const values = this as never
    if (run) return run(values, exchange, parts as never)
    return steps && take(steps(values, exchange, parts as never))
  }

  async #later(given: Promise<unknown>, step: AnyStep, around: Around): Promise<void> {
    try {
      await this.#keep(await given, step, around)
    } catch (error) {
      this.#fail(error, step)
    }
  }

  #keep(given: unknown, { gives, renews }: AnyStep, around: Around): Promise<void> | undefined {
    if (gives === undefined) return undefined
    const { document } = this.#held
    this.#held[gives] = Object.freeze(given) as never
    const isOther = renews && this.#held.document?.envelope !== document?.envelope
    return isOther ? this.#all(renews, 0, around) : undefined
  }

  /** What is done again within a step has failed in both. */
  #fail(error: unknown, { name, proves = false }: AnyStep): never {
    const inner = this.#failed?.thrown === error ? this.#failed : undefined
    const { thrown, actor, unproven } = inner ?? failureOf(error)
    // What comes from the queue has proven it before.
    const proving = proves && this.#held.came.attempt === undefined
    this.#failed = { step: inner?.step ?? name, thrown, actor, unproven: unproven || proving }
    throw thrown
  }
}

/** What a message has around it. */
interface Around {
  readonly exchange: OpenExchange
  readonly parts: unknown
}
