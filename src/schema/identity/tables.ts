/** Keeps the tables of identity constraints while an element is validated (cvc-identity-constraint). */
import type { XmlAttribute, XmlElement } from '../../xml/tree.js'
import type { Pace, Walk } from '../../xml/walk.js'
import type { IdentityConstraint } from '../components.js'
import type { Found, Level } from './level.js'
import { leadsTo, passes } from './matching.js'
import { type ConstraintScope, reachOf, scopeOf, Target } from './scope.js'
import { handUp, type Refuse, settling } from './settling.js'
import type { AttributeValue, ElementValue } from './values.js'

const NONE: readonly never[] = []

export class IdentityTables {
  readonly #refuse: Refuse
  /** From the outermost element that has constraints. */
  readonly #levels: Level[] = []
  readonly #scopes: ConstraintScope[] = []
  /** How many levels below a target its fields may be. */
  #reach = 0

  constructor(refuse: Refuse) {
    this.#refuse = refuse
  }

  /** True if all elements are to be opened here, and not those only that have constraints. */
  get active(): boolean {
    return this.#levels.length > 0
  }

  open(element: XmlElement, constraints: readonly IdentityConstraint[], nillable: boolean): void {
    const depth = this.#levels.length
    const scopes = constraints.length === 0 ? NONE : constraints.map((one) => scopeOf(one, depth))
    for (const scope of scopes) {
      this.#scopes.push(scope)
      this.#reach = Math.max(this.#reach, reachOf(scope.constraint))
    }
    const level: Level = {
      element,
      nillable,
      scopes,
      targets: NONE,
      fields: NONE,
      tables: undefined,
    }
    this.#levels.push(level)
    level.targets = this.#select(element)
    level.fields = this.#fields(element)
  }

  /** Takes the attributes of the innermost element, those among them that are there by default. */
  attributes(attributes: readonly AttributeValue[]): void {
    for (let depth = this.#levels.length - 1; depth >= this.#outermost; depth -= 1) {
      for (const target of this.#levels[depth]?.targets ?? NONE) {
        const { fields } = target.scope.constraint
        for (let field = 0; field < fields.length; field += 1) {
          for (const path of fields[field] ?? NONE) {
            if (!path.attribute || !leadsTo(path, this.#levels, depth)) continue
            for (const value of attributes) {
              if (!passes(path.attribute, value.attribute)) continue
              if (this.#find(target, field, value.attribute)) this.#give(target, field, value)
            }
          }
        }
      }
    }
  }

  /**
   * Ends the innermost element.
   *
   * @returns what is left to do then: to look up what its `keyref` constraints have found
   */
  close(value: ElementValue, pace: Pace): Walk<void> | undefined {
    const level = this.#levels.pop()
    if (!level) return undefined
    for (const { target, field } of level.fields) this.#take(target, field, level, value)
    for (const target of level.targets) this.#finish(target)
    this.#scopes.length -= level.scopes.length
    if (level.scopes.length === 0 && !level.tables) return undefined
    return this.#settling(level, pace)
  }

  *#settling(level: Level, pace: Pace): Walk<void> {
    yield* settling(level, this.#refuse, pace)
    handUp(level, this.#scopes, this.#levels.at(-1))
  }

  /** The index of the outermost element whose fields may be in the innermost one. */
  get #outermost(): number {
    return Math.max(0, this.#levels.length - 1 - this.#reach)
  }

  /** What the selectors say of the innermost element. */
  #select(element: XmlElement): readonly Target[] {
    let targets: Target[] | undefined
    for (const scope of this.#scopes) {
      for (const path of scope.constraint.selector) {
        if (!leadsTo(path, this.#levels, scope.depth)) continue
        targets ??= []
        targets.push(new Target(scope, element))
        break
      }
    }
    return targets ?? NONE
  }

  /** The fields that the innermost element is. */
  #fields(element: XmlElement): readonly Found[] {
    let found: Found[] | undefined
    for (let depth = this.#levels.length - 1; depth >= this.#outermost; depth -= 1) {
      for (const target of this.#levels[depth]?.targets ?? NONE) {
        const { fields } = target.scope.constraint
        for (let field = 0; field < fields.length; field += 1) {
          for (const path of fields[field] ?? NONE) {
            if (path.attribute || !leadsTo(path, this.#levels, depth)) continue
            if (!this.#find(target, field, element)) break
            found ??= []
            found.push({ target, field })
            break
          }
        }
      }
    }
    return found ?? NONE
  }

  #give(target: Target, field: number, value: AttributeValue): void {
    if (value.simple) target.give(field, value)
    else if (value.declaration) target.spoiled = true
    // cvc-identity-constraint.3: the node must have a simple type.
    else {
      const sentence = `A field of ${target.scope.constraint.local} is an attribute without a type.`
      this.#spoil(target, 'cvc-identity-constraint.3', sentence)
    }
  }

  /** cvc-identity-constraint.3: a field must find one node at most. */
  #find(target: Target, field: number, node: XmlElement | XmlAttribute): boolean {
    if (target.find(field, node)) return true
    const { local } = target.scope.constraint
    this.#spoil(target, 'cvc-identity-constraint.3', `A field of ${local} is there twice.`)
    return false
  }

  #take(target: Target, field: number, { nillable }: Level, value: ElementValue): void {
    const { constraint } = target.scope
    // cvc-identity-constraint.4.2.3: no field of a key may be an element that is nillable.
    if (constraint.kind === 'key' && nillable) {
      const sentence = `A field of the key ${constraint.local} is a nillable element.`
      this.#spoil(target, 'cvc-identity-constraint.4.2.3', sentence)
    }
    // One that is nil has no value, whatever its type.
    const { simple } = value.type
    if (value.nil && simple) return
    if (value.simple) target.give(field, value)
    else if (value.text !== undefined) target.spoiled = true
    // cvc-identity-constraint.3: the node must have a simple type.
    else {
      const sentence = `A field of ${constraint.local} is an element whose content is not simple.`
      this.#spoil(target, 'cvc-identity-constraint.3', sentence)
    }
  }

  #finish(target: Target): void {
    if (target.spoiled) return
    const { constraint, nodes, references } = target.scope
    const { kind, local } = constraint
    if (!target.complete) {
      // cvc-identity-constraint.4.2.1: each node that a key selects must have all of its fields.
      if (kind !== 'key') return
      this.#spoil(
        target,
        'cvc-identity-constraint.4.2.1',
        `A field of the key ${local} is missing.`,
      )
      return
    }
    const { key, element } = target
    if (kind === 'keyref') {
      references.push({ key, element, shown: target.shown })
      return
    }
    // cvc-identity-constraint.4.1, 4.2.2: no two nodes may have the same key-sequence.
    if (nodes.size === nodes.set(key, element).size) {
      const clause = `cvc-identity-constraint.${kind === 'key' ? '4.2.2' : '4.1'}`
      this.#spoil(target, clause, `The ${kind} ${local} has this value before.`, target.shown)
    }
  }

  #spoil(target: Target, clause: string, sentence: string, found?: string): void {
    if (!target.spoiled) this.#refuse(target.element, clause, sentence, found)
    target.spoiled = true
  }
}
