/** Checks elements against schemas: what is small here, what is large or awkward in a process of its own. */
import type { Log } from '../contract/exchange.js'
import type { Schema, SchemaEngine } from '../schema/engine.js'
import type { Finding } from '../schema/finding.js'
import { isLinear } from '../schema/linear.js'
import { inScope, type XmlElement } from '../xml/tree.js'
import { type ChildLimits, Children, type Unbounded } from './children.js'
import { isSmall } from './small.js'
import type { Arrangement } from './task.js'

/** An element that is to be checked. */
export interface Subject {
  /** The element in the form that is checked; asked for if it is checked in this process. */
  readonly arranged: () => XmlElement
  /** What it is made of, or what writes it if this node made it itself: asked for if another process checks it. */
  readonly text: Came | (() => Promise<string>)
  /** Its sender: senders take turns where elements have to wait. */
  readonly from: string
}

/** An element as it came, and how it was arranged. */
export interface Came extends Arrangement {
  readonly element: XmlElement
  /** The text that it was read from. */
  readonly source: string
}

/** A schema that elements are checked against. */
export interface Check {
  /**
   * @returns what is wrong with the element
   * @throws Overdue if that takes too long
   * @throws ValidationBusy if it cannot be checked now
   */
  findings(subject: Subject): readonly Finding[] | Promise<readonly Finding[]>
}

export class Validator {
  readonly #engine: SchemaEngine
  readonly #children: Children
  readonly #checks = new Map<string, Check>()

  constructor(engine: SchemaEngine, limits: ChildLimits, log: Pick<Log, 'warn'>) {
    this.#engine = engine
    this.#children = new Children(engine.name, limits, log)
  }

  /**
   * @param file  absolute path of a schema
   * @throws InvalidSchema
   */
  compile(file: string): Check {
    const before = this.#checks.get(file)
    if (before) return before
    const check = this.#check(file, this.#engine.compile(file))
    this.#checks.set(file, check)
    return check
  }

  /** Ends the processes. */
  close(): Promise<void> {
    return this.#children.close()
  }

  #check(file: string, schema: Schema): Check {
    const linear = isLinear(file)
    return {
      findings: (subject) =>
        linear &&
        isSmall(typeof subject.text === 'function' ? subject.arranged() : subject.text.element)
          ? schema.validate(subject.arranged())
          : this.#ask(file, subject),
    }
  }

  async #ask(schema: string, { text, from }: Subject): Promise<readonly Finding[]> {
    const task = typeof text === 'function' ? ownTask(schema, await text()) : taskOf(schema, text)
    return this.#children.ask(task, from)
  }
}

function ownTask(schema: string, text: string): Unbounded {
  return { schema, text, declarations: [], arranged: undefined }
}

function taskOf(schema: string, { element, source, envelope, open }: Came): Unbounded {
  return {
    schema,
    text: source.slice(element.start, element.end),
    declarations: [...inScope(element.scope)],
    arranged: { envelope, open },
  }
}
