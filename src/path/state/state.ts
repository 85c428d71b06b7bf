/** Holds what is learnt of one message, and takes it through steps: the only writer of its values. */
import type { OpenExchange } from '../exchange.js'
import { type Failed, failureOf } from './failure.js'
import type { Slice } from './line.js'
import type { AnyStep } from './step.js'
import type { ProducedName, ValueName, Values } from './values.js'
import type { StateView } from './view.js'

/** The values that are there. A step gets this object as what it takes, and can write nothing into it. */
export class State<There extends ValueName> implements StateView {
  readonly #arrival: Values['arrival']
  #admission: Values['admission'] | undefined
  #message: Values['message'] | undefined
  #tree: Values['tree'] | undefined
  #document: Values['document'] | undefined
  #keys: Values['keys'] | undefined
  #correlation: Values['correlation'] | undefined
  #route: Values['route'] | undefined
  #targets: Values['targets'] | undefined
  #understood: Values['understood'] | undefined
  #verified: Values['verified'] | undefined
  #valid: Values['valid'] | undefined
  #once: Values['once'] | undefined
  #claimed: Values['claimed'] | undefined
  #handled: Values['handled'] | undefined
  #task: Values['task'] | undefined
  #passage: Values['passage'] | undefined
  #sealed: Values['sealed'] | undefined
  #returned: Values['returned'] | undefined
  #outcome: Values['outcome'] | undefined
  #failed: Failed | undefined

  /** @param given  what is there before the first step */
  constructor(values: Pick<Values, There | 'arrival'>) {
    this.#arrival = values.arrival
    for (const name in values) {
      if (name !== 'arrival') this.#set(name as ProducedName, values[name as There] as never)
    }
  }

  get arrival(): Values['arrival'] {
    return this.#arrival
  }

  get admission(): Values['admission'] | undefined {
    return this.#admission
  }

  get message(): Values['message'] | undefined {
    return this.#message
  }

  get tree(): Values['tree'] | undefined {
    return this.#tree
  }

  get document(): Values['document'] | undefined {
    return this.#document
  }

  get keys(): Values['keys'] | undefined {
    return this.#keys
  }

  get correlation(): Values['correlation'] | undefined {
    return this.#correlation
  }

  get route(): Values['route'] | undefined {
    return this.#route
  }

  get targets(): Values['targets'] | undefined {
    return this.#targets
  }

  get understood(): Values['understood'] | undefined {
    return this.#understood
  }

  get verified(): Values['verified'] | undefined {
    return this.#verified
  }

  get valid(): Values['valid'] | undefined {
    return this.#valid
  }

  get once(): Values['once'] | undefined {
    return this.#once
  }

  get claimed(): Values['claimed'] | undefined {
    return this.#claimed
  }

  get handled(): Values['handled'] | undefined {
    return this.#handled
  }

  get task(): Values['task'] | undefined {
    return this.#task
  }

  get passage(): Values['passage'] | undefined {
    return this.#passage
  }

  get sealed(): Values['sealed'] | undefined {
    return this.#sealed
  }

  get returned(): Values['returned'] | undefined {
    return this.#returned
  }

  get outcome(): Values['outcome'] | undefined {
    return this.#outcome
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
    const { exchange, parts } = around
    let at = first
    try {
      for (; at < steps.length; at += 1) {
        const step = steps[at] as AnyStep
        // What it takes is there, and what it uses: the types of lines and slices see to that.
        const produced = step.run(this as never, exchange, parts as never)
        const pending =
          produced instanceof Promise
            ? produced.then((value) => this.#keep(value, step, around))
            : this.#keep(produced, step, around)
        if (pending) return this.#later(pending, steps, at, around)
      }
    } catch (error) {
      this.#fail(error, steps[at] as AnyStep)
    }
    return undefined
  }

  /** Goes on with the next step once this one is done. */
  async #later(
    pending: Promise<unknown>,
    steps: readonly AnyStep[],
    at: number,
    around: Around,
  ): Promise<void> {
    try {
      await pending
    } catch (error) {
      this.#fail(error, steps[at] as AnyStep)
    }
    await this.#all(steps, at + 1, around)
  }

  #keep(produced: unknown, { gives, renews }: AnyStep, around: Around): Promise<void> | undefined {
    if (gives === undefined) return undefined
    const before = this.#document
    this.#set(gives, produced as never)
    const isOther = renews && this.#document?.envelope !== before?.envelope
    return isOther ? this.#all(renews, 0, around) : undefined
  }

  /** The one place where a value is written: each has a field of its own, which is several times faster than by its name. */
  #set(name: ProducedName, produced: never): void {
    // A step may give what was there before.
    const value =
      produced === this.#document || produced === this.#understood
        ? produced
        : Object.freeze(produced)
    switch (name) {
      case 'admission':
        this.#admission = value
        return
      case 'message':
        this.#message = value
        return
      case 'tree':
        this.#tree = value
        return
      case 'document':
        this.#document = value
        return
      case 'keys':
        this.#keys = value
        return
      case 'correlation':
        this.#correlation = value
        return
      case 'route':
        this.#route = value
        return
      case 'targets':
        this.#targets = value
        return
      case 'understood':
        this.#understood = value
        return
      case 'verified':
        this.#verified = value
        return
      case 'valid':
        this.#valid = value
        return
      case 'once':
        this.#once = value
        return
      case 'claimed':
        this.#claimed = value
        return
      case 'handled':
        this.#handled = value
        return
      case 'task':
        this.#task = value
        return
      case 'passage':
        this.#passage = value
        return
      case 'sealed':
        this.#sealed = value
        return
      case 'returned':
        this.#returned = value
        return
      case 'outcome':
        this.#outcome = value
        return
    }
  }

  /** What is done again within a step has failed in both. */
  #fail(error: unknown, { name, proves = false }: AnyStep): never {
    const inner = this.#failed?.thrown === error ? this.#failed : undefined
    const { thrown, actor, unproven } = inner ?? failureOf(error)
    // What comes from the queue has proven it before.
    const proving = proves && this.#arrival.attempt === undefined
    this.#failed = { step: inner?.step ?? name, thrown, actor, unproven: unproven || proving }
    throw thrown
  }
}

/** What a message has around it. */
interface Around {
  readonly exchange: OpenExchange
  readonly parts: unknown
}
