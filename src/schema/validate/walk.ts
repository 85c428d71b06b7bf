/** Walks over an element and all that is in it, each checked by what its parent's type and the schema say. */
import type { XmlElement } from '../../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../../xml/walk.js'
import type { ElementDeclaration } from '../components.js'
import { IdentityTables, type Refuse } from '../identity/index.js'
import { ANY_TYPE } from '../resolve/index.js'
import type { AssessedAttribute, Fold, Validated } from './assessed.js'
import { Assessment } from './assessment.js'
import { Attributes } from './attributes.js'
import { assessCharacters, assessEnd, refuseChild } from './content.js'
import type { Frame } from './frame.js'
import { assessInstance, nameOf } from './instance.js'
import { instanceValues } from './instance-attributes.js'
import type { SchemaTables } from './tables.js'
import { valueType } from './text.js'

export class Validation<Value> {
  readonly #assessment: Assessment
  readonly #root: XmlElement
  readonly #fold: Fold<Value> | undefined
  /** undefined if the schema has no identity constraints. */
  readonly #keys: IdentityTables | undefined
  /** The innermost one whose end has not come. */
  #frame: Frame<Value> | undefined
  #value: Value | undefined

  constructor(
    tables: SchemaTables,
    root: XmlElement,
    fold: Fold<Value> | undefined,
    source: string | undefined,
  ) {
    this.#assessment = new Assessment(tables, root, source)
    this.#root = root
    this.#fold = fold
    if (tables.components.constraints.size > 0) this.#keys = new IdentityTables(this.#refuseKey)
  }

  *run(): Walk<Validated<Value>> {
    const { report, ids } = this.#assessment
    const pace = new Pace()
    this.#openRoot()
    for (let frame = this.#frame; frame; frame = this.#frame) {
      if (report.full && !this.#fold) break
      if (frame.next < frame.element.children.length) {
        if (pace.done(this.#step(frame))) yield
      } else {
        const work = assessEnd(this.#assessment, frame)
        const settling = frame.keyed ? this.#keys?.close(frame, pace) : undefined
        if (settling) yield* settling
        this.#close(frame)
        if (pace.done(work)) yield
      }
    }
    if (ids.referring) yield* ids.end(pace)
    return { findings: yield* report.findings(), value: this.#value }
  }

  #openRoot(): void {
    const { tables, report } = this.#assessment
    const root = this.#root
    const declaration = tables.elements.get(root.namespace, root.local)
    const frame = this.#open(root, declaration, declaration)
    // cvc-elt.1: the declaration must not be absent; `xsi:type` can say of what type it is.
    if (!frame.typed && frame.valid) {
      report.refuse(frame, 'cvc-elt.1', `the element ${root.local} is declared nowhere`)
    }
  }

  /** @returns how much work it was, in characters */
  #step(frame: Frame<Value>): number {
    const child = frame.element.children[frame.next] ?? ''
    frame.next += 1
    if (typeof child === 'string') {
      assessCharacters(this.#assessment, frame, child)
      return child.length
    }
    this.#child(frame, child)
    return ELEMENT * (1 + child.attributes.length)
  }

  #open(
    element: XmlElement,
    declaration: ElementDeclaration | undefined,
    particle: ElementDeclaration | undefined,
  ): Frame<Value> {
    const assessment = this.#assessment
    const { tables, report } = assessment
    const keys = this.#keysFor(declaration)
    const frame: Frame<Value> = {
      element,
      parent: this.#frame,
      declaration,
      particle,
      type: tables.compiled(declaration ? declaration.type : ANY_TYPE),
      typed: declaration !== undefined,
      nil: false,
      matching: undefined,
      next: 0,
      broken: false,
      text: undefined,
      scope: element.scope,
      simple: undefined,
      included: undefined,
      keyed: keys !== undefined,
      attributes: NO_ATTRIBUTES,
      children: this.#fold && [],
      valid: true,
    }
    this.#frame = frame
    keys?.open(element, declaration?.constraints ?? [], declaration?.nillable === true)
    const attributed = element.attributes.length > 0
    if (attributed) assessInstance(assessment, frame)
    // cvc-elt.2: the declaration must not be abstract.
    if (declaration?.abstract) {
      report.refuse(
        frame,
        'cvc-elt.2',
        'the element is abstract: one that substitutes it must stand here',
      )
    }
    const { type } = frame
    // cvc-type.2, cvc-complex-type.1: the type must not be abstract.
    if (type.complex?.abstract) {
      report.refuse(frame, 'cvc-type.2', `the type ${nameOf(type.complex)} is abstract`, {
        expected: 'xsi:type with a type that is derived from it',
      })
    }
    if (attributed || type.missed > 0) {
      const collected: AssessedAttribute[] | undefined = this.#fold || keys ? [] : undefined
      new Attributes(assessment, frame, collected).assess()
      if (collected) {
        frame.attributes = collected
        keys?.attributes(collected)
        keys?.attributes(instanceValues(element))
      }
    }
    if (frame.nil || type.kind === 'simple') frame.next = element.children.length
    else frame.matching = type.model?.begin()
    return frame
  }

  /** undefined if no identity constraint asks for an element of this declaration. */
  #keysFor(declaration: ElementDeclaration | undefined): IdentityTables | undefined {
    const keys = this.#keys
    if (!keys) return undefined
    return keys.active || (declaration && declaration.constraints.length > 0) ? keys : undefined
  }

  #child(frame: Frame<Value>, element: XmlElement): void {
    const { tables, report } = this.#assessment
    const { matching } = frame
    const taken = matching?.take(element.namespace, element.local)
    if (taken?.kind === 'element') {
      const by = matching?.by
      this.#open(element, taken, by?.kind === 'element' ? by : taken)
      return
    }
    if (taken?.process === 'skip') {
      this.#skip(frame, element)
      return
    }
    const declaration = tables.elements.get(element.namespace, element.local)
    if (!taken) refuseChild(this.#assessment, frame, element)
    const opened = this.#open(element, declaration, undefined)
    // cvc-assess-elt.1.1: what a strict wildcard lets in must be declared, or say its type.
    if (taken?.process === 'strict' && !opened.typed && opened.valid) {
      report.refuse(
        opened,
        'cvc-assess-elt.1.1',
        `the element ${element.local} is declared nowhere`,
      )
    }
  }

  /** cvc-wildcard: what is skipped is not looked at. */
  #skip(frame: Frame<Value>, element: XmlElement): void {
    if (!this.#fold) return
    const value = this.#fold({
      element,
      declaration: undefined,
      type: undefined,
      nil: false,
      text: undefined,
      included: undefined,
      simple: undefined,
      scope: element.scope,
      attributes: NO_ATTRIBUTES,
      children: [],
      valid: true,
    })
    frame.children?.push({ element, particle: undefined, value })
  }

  #close(frame: Frame<Value>): void {
    const { valid, parent } = frame
    if (this.#fold) this.#keep(frame, this.#fold)
    if (!valid && parent) parent.valid = false
    this.#frame = parent
  }

  readonly #refuseKey: Refuse = (element, clause, sentence, found) => {
    if (this.#frame) this.#frame.valid = false
    this.#assessment.report.add(element, clause, sentence, { found })
  }

  #keep(frame: Frame<Value>, fold: Fold<Value>): void {
    const { element, declaration, particle, parent, nil, text, scope, attributes, valid } = frame
    const { included } = frame
    const type = frame.typed ? frame.type.definition : undefined
    const children = frame.children ?? []
    const simple = valueType(frame)
    const value = fold({
      element,
      declaration,
      type,
      nil,
      text,
      included,
      simple,
      scope,
      attributes,
      children,
      valid,
    })
    if (parent) parent.children?.push({ element, particle, value })
    else this.#value = value
  }
}

const NO_ATTRIBUTES: readonly AssessedAttribute[] = []
