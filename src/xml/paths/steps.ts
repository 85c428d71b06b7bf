/** The steps of many paths, numbered, and the names of elements by the steps that they meet. */
import type { Path, Step } from './path.js'

/** A step of one of the paths that are looked for. */
export interface NumberedStep {
  /** No other step of any path has it. */
  readonly id: number
  /** Number of the path. */
  readonly path: number
  readonly step: Step
  /** Undefined for the last one. */
  readonly next: NumberedStep | undefined
}

/** The first step of each path. */
export function firstSteps(paths: readonly Path[]): readonly NumberedStep[] {
  let used = 0
  return paths.flatMap((steps, path) => {
    const base = used
    used += steps.length
    const first = steps.reduceRight<NumberedStep | undefined>(
      (next, step, at) => ({ id: base + at, path, step, next }),
      undefined,
    )
    return first ?? []
  })
}

/** The name of an element or an attribute. */
export interface XmlName {
  /** `''` if it has none. */
  readonly namespace: string
  readonly local: string
}

/** Elements whose names meet the same steps. */
export interface NameClass {
  readonly id: number
  /** Ids of the steps. */
  readonly meets: ReadonlySet<number>
}

/** Elements of one local name that steps have, or of all that none has. */
interface Local {
  readonly steps: readonly NumberedStep[]
  /** Set if their namespace does not matter. */
  readonly any: NameClass | undefined
  /** By the namespaces that steps have; undefined is for all others. */
  readonly byNamespace: Map<string | undefined, NameClass>
}

/** Sorts names by the steps that they meet: there are few classes, whatever names documents have. */
export class NameClasses {
  readonly #namespaces: ReadonlySet<string | undefined>
  readonly #locals: ReadonlyMap<string | undefined, Local>
  readonly #others: Local
  #count = 0

  constructor(firsts: readonly NumberedStep[]) {
    const steps = firsts.flatMap(chainOf).filter(({ step }) => !step.attribute)
    this.#namespaces = new Set(steps.map(({ step }) => step.namespace))
    this.#others = this.#localOf(steps.filter(({ step }) => step.local === undefined))
    const locals = new Set(steps.map(({ step }) => step.local))
    this.#locals = new Map(
      [...locals].map((local) => [
        local,
        this.#localOf(steps.filter(({ step }) => step.local === local || step.local === undefined)),
      ]),
    )
  }

  of({ namespace, local }: XmlName): NameClass {
    const found = this.#locals.get(local) ?? this.#others
    if (found.any) return found.any
    // Of the namespaces of documents, only those that steps have are kept.
    const named = this.#namespaces.has(namespace) ? namespace : undefined
    const kept = found.byNamespace.get(named)
    if (kept) return kept
    const met = found.steps.filter(
      ({ step }) => step.namespace === undefined || step.namespace === named,
    )
    const made = this.#classOf(met)
    found.byNamespace.set(named, made)
    return made
  }

  #localOf(steps: readonly NumberedStep[]): Local {
    const isAny = steps.every(({ step }) => step.namespace === undefined)
    return { steps, any: isAny ? this.#classOf(steps) : undefined, byNamespace: new Map() }
  }

  #classOf(steps: readonly NumberedStep[]): NameClass {
    const id = this.#count
    this.#count += 1
    return { id, meets: new Set(steps.map((one) => one.id)) }
  }
}

function chainOf(first: NumberedStep): readonly NumberedStep[] {
  const chain: NumberedStep[] = []
  for (let one: NumberedStep | undefined = first; one; one = one.next) chain.push(one)
  return chain
}
