/** Checks elements against schemas: by our own rules in slices, by libxml2 what is large or awkward in a process of its own. */
import type { Abortable } from '../../base/ending.js'
import type { Log } from '../../base/log.js'
import type { Slices } from '../../base/slices.js'
import { isOfSoap } from '../../contract/arrange.js'
import type { Schema, SchemaEngine } from '../../schema/engine.js'
import type { Finding } from '../../schema/finding.js'
import { isLinear } from '../../schema/linear.js'
import type { CompiledSchema, Fold, Validated } from '../../schema/validate/index.js'
import {
  attributeOf,
  inScope,
  type NamespaceScope,
  readQName,
  type XmlElement,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import { atOnce, isWalk, type Walk } from '../../xml/walk.js'
import type { ChildLimits } from './bounds.js'
import { Children, type Unbounded } from './children.js'
import type { SecondOpinion } from './second-opinion.js'
import type { Arrangement } from './task.js'

/** An element that is to be checked. */
export interface Subject {
  /** The element in the form that is checked, or what makes it; asked for if it is checked in this process. */
  readonly arranging: () => XmlElement | Walk<XmlElement>
  /** What it is made of, or what writes it if this node made it itself: asked for if another process checks it. */
  readonly text: ArrangedElement | (() => Promise<string>)
  /** True if bytes stand for text in it, which only our own rules know. Default false. */
  readonly included?: boolean | undefined
  /** Its sender: senders take turns where elements have to wait. */
  readonly from: string
  /** Do the check of a large element. */
  readonly slices: Slices
  /** Ends the check. */
  readonly signal: Abortable
}

/** An element as it came, and how it was arranged. */
export interface ArrangedElement extends Arrangement {
  readonly element: XmlElement
  /** The text that it was read from. */
  readonly source: string
}

/** A schema that elements are checked against. */
export interface Check {
  /**
   * @returns what is wrong with the element
   * @throws UnsignedPrefix for a type that is not signed in what is
   * @throws Overdue if that takes too long
   * @throws ValidationBusy if it cannot be checked now
   */
  findings(subject: Subject): readonly Finding[] | Promise<readonly Finding[]>
  /** Checks an element and reads its value in the same walk; undefined for an engine that only checks. */
  readonly reading?: Reads | undefined
  /** What our own rules are compiled to; undefined for another engine. */
  readonly compiled?: CompiledSchema | undefined
}

export type Reads = <Value>(
  subject: Subject,
  fold: Fold<Value>,
) => Validated<Value> | Promise<Validated<Value>>

export class Validator {
  readonly #engine: SchemaEngine
  readonly #children: Children
  readonly #second: SecondOpinion | undefined
  readonly #checks = new Map<string, Check>()

  /** @param second  judges again what our own rules have judged */
  constructor(
    engine: SchemaEngine,
    limits: ChildLimits,
    log: Pick<Log, 'warn'>,
    second?: SecondOpinion | undefined,
  ) {
    this.#engine = engine
    this.#second = second
    this.#children = new Children(engine.name, limits, log)
  }

  /**
   * @param file      absolute path of a schema
   * @param contract  what it was compiled to as that of a contract, which our own rules check, whatever the engine
   * @throws InvalidSchema
   */
  compile(file: string, contract?: CompiledSchema | undefined): Check {
    const before = this.#checks.get(file)
    if (before) return before
    const check = contract ? this.#inSlices(file, contract) : this.#made(file)
    this.#checks.set(file, check)
    return check
  }

  #made(file: string): Check {
    const schema = this.#engine.compile(file)
    const { compiled } = schema
    if (!compiled) return this.#bounded(file, schema)
    // One that this compiles for the second opinion is judged by it.
    this.#second?.compile(file)
    return this.#inSlices(file, compiled)
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await Promise.all([this.#children.close(), this.#second?.close()])
  }

  #inSlices(schema: string, compiled: CompiledSchema): Check {
    const second = this.#second
    const heard = <Value>(subject: Subject, validated: Validated<Value>) => {
      const { findings } = validated
      if (!subject.included && second?.wants(findings)) {
        second.hear({ schema, element: arrangedOf(subject), findings, from: subject.from })
      }
      return validated
    }
    const reading = <Value>(subject: Subject, fold?: Fold<Value>) => {
      const { arranging, slices, signal } = subject
      const arranged = arranging()
      const walk = isWalk(arranged)
        ? checking(arranged, compiled, fold)
        : compiled.validating(arranged, fold)
      const found = slices.run(walk, signal)
      return found instanceof Promise
        ? found.then((validated) => heard(subject, validated))
        : heard(subject, found)
    }
    return {
      compiled,
      reading,
      findings: (subject) => {
        const found = reading(subject)
        return found instanceof Promise ? found.then(({ findings }) => findings) : found.findings
      },
    }
  }

  #bounded(file: string, schema: Schema): Check {
    const linear = isLinear(file)
    return {
      findings: (subject) => {
        const { text } = subject
        if (typeof text !== 'function') refuseUnsignedTypes(text.element)
        return linear && isSmall(typeof text === 'function' ? arrangedOf(subject) : text.element)
          ? schema.validate(arrangedOf(subject))
          : this.#ask(file, subject)
      },
    }
  }

  async #ask(schema: string, { text, from }: Subject): Promise<readonly Finding[]> {
    const task = typeof text === 'function' ? ownTask(schema, await text()) : taskOf(schema, text)
    return this.#children.ask(task, from)
  }
}

function* checking<Value>(
  arranging: Walk<XmlElement>,
  compiled: CompiledSchema,
  fold: Fold<Value> | undefined,
): Walk<Validated<Value>> {
  return yield* compiled.validating(yield* arranging, fold)
}

/** What is checked, made at once. */
export function arrangedOf({ arranging }: Subject): XmlElement {
  const arranged = arranging()
  return isWalk(arranged) ? atOnce(arranged) : arranged
}

function ownTask(schema: string, text: string): Unbounded {
  return { schema, text, declarations: [], arranged: undefined }
}

function taskOf(schema: string, { element, source, envelope, order }: ArrangedElement): Unbounded {
  return {
    schema,
    text: source.slice(element.start, element.end),
    declarations: [...inScope(element.scope)],
    arranged: { envelope, order },
  }
}

/** @throws UnsignedPrefix for an `xsi:type` of a signed element by a prefix that is not, unless it names a type of SOAP */
function refuseUnsignedTypes(root: XmlElement): void {
  const left: XmlElement[] = [root]
  for (let element = left.pop(); element; element = left.pop()) {
    const { scope, children } = element
    const type = scope.signed && attributeOf(element, XSI_NAMESPACE, 'type')
    const unsigned = type === undefined ? undefined : readQName(scope, type)?.unsigned
    if (type !== undefined && unsigned && !isOfSoap(type, element)) throw unsigned
    for (const child of children) if (typeof child !== 'string') left.push(child)
  }
}

/** Characters of names, text and values. */
const MAX_CHARACTERS = 32_768
/** Elements, attributes and namespace declarations in scope: libxml2 looks prefixes up one by one. */
const MAX_NODES = 256

/** Looks at no more of the element than the bounds allow. */
function isSmall(element: XmlElement): boolean {
  if (element.end - element.start > MAX_CHARACTERS) return false
  const size = new Size()
  return size.addScopes(element.scope, undefined) && size.add(element)
}

/** What was counted so far; each method is false as soon as it is too much. */
class Size {
  #characters = 0
  #nodes = 0

  add({ prefix, local, attributes, scope, children }: XmlElement): boolean {
    if (!this.#count(prefix.length + local.length)) return false
    for (const { prefix, local, value } of attributes) {
      if (!this.#count(prefix.length + local.length + value.length)) return false
    }
    for (const child of children) {
      if (typeof child === 'string') {
        this.#characters += child.length
      } else if (!this.addScopes(child.scope, scope) || !this.add(child)) return false
    }
    return this.#fits()
  }

  /** @param above  scope that was counted before */
  addScopes(scope: NamespaceScope, above: NamespaceScope | undefined): boolean {
    for (let at: NamespaceScope | undefined = scope; at && at !== above; at = at.parent) {
      for (const { prefix, namespace } of at.declarations) {
        if (!this.#count(prefix.length + namespace.length)) return false
      }
    }
    return true
  }

  #count(characters: number): boolean {
    this.#nodes += 1
    this.#characters += characters
    return this.#fits()
  }

  #fits(): boolean {
    return this.#nodes <= MAX_NODES && this.#characters <= MAX_CHARACTERS
  }
}
