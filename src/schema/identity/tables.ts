/** Keeps the tables of identity constraints while an element is validated (cvc-identity-constraint). */
import type { NamespaceScope, XmlAttribute, XmlElement } from '../../xml/tree.js'
import type { AttributeDeclaration, IdentityConstraint, SimpleType } from '../components.js'
import { KeyTable } from './key-table.js'
import { leadsTo, passes } from './matching.js'
import { type ConstraintScope, reachOf, scopeOf } from './scope.js'
import { Target } from './target.js'

/** An attribute as it was assessed. */
export interface AttributeValue {
  readonly attribute: XmlAttribute
  /** undefined if nothing declares it. */
  readonly declaration: AttributeDeclaration | undefined
  readonly text: string
  /** undefined if it is not valid. */
  readonly simple: SimpleType | undefined
  /** Of prefixes in the text. */
  readonly scope: NamespaceScope
}

/** An element as it was assessed. */
export interface ElementValue {
  readonly nil: boolean
  /** undefined if its content is not simple. */
  readonly text: string | undefined
  /** undefined if the text is not valid. */
  readonly simple: SimpleType | undefined
  /** Of prefixes in the text. */
  readonly scope: NamespaceScope
}

/** Says what is wrong with an element. */
export type Refuse = (element: XmlElement, clause: string, sentence: string, found?: string) => void

/** An open element. */
interface Level {
  readonly element: XmlElement
  readonly nillable: boolean
  /** Of its own constraints. */
  readonly scopes: readonly ConstraintScope[]
  /** Selectors that have found it. */
  readonly targets: Target[]
  /** Fields that it is. */
  readonly fields: (readonly [Target, number])[]
  /** Node tables of what is inside it, for a keyref. */
  tables: Map<IdentityConstraint, KeyTable> | undefined
}

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
    const levels = this.#levels
    const scopes = constraints.map((constraint) => scopeOf(constraint, levels.length))
    const level: Level = { element, nillable, scopes, targets: [], fields: [], tables: undefined }
    levels.push(level)
    for (const scope of scopes) {
      this.#scopes.push(scope)
      this.#reach = Math.max(this.#reach, reachOf(scope.constraint))
    }
    for (const scope of this.#scopes) {
      if (scope.constraint.selector.some((path) => leadsTo(path, levels, scope.depth))) {
        level.targets.push(new Target(scope, element))
      }
    }
    this.#eachTarget((target, depth) => {
      for (const [field, paths] of target.scope.constraint.fields.entries()) {
        const found = paths.some((path) => !path.attribute && leadsTo(path, levels, depth))
        if (found && this.#find(target, field, element)) level.fields.push([target, field])
      }
    })
  }

  /** Takes the attributes of the innermost element, those among them that are there by default. */
  attributes(attributes: readonly AttributeValue[]): void {
    if (attributes.length === 0) return
    this.#eachTarget((target, depth) => {
      for (const [field, paths] of target.scope.constraint.fields.entries()) {
        for (const path of paths) {
          if (!path.attribute || !leadsTo(path, this.#levels, depth)) continue
          for (const value of attributes) {
            if (!passes(path.attribute, value.attribute)) continue
            if (this.#find(target, field, value.attribute)) this.#give(target, field, value)
          }
        }
      }
    })
  }

  #give(target: Target, field: number, value: AttributeValue): void {
    const { declaration, text, simple, scope } = value
    if (simple) target.give(field, { type: simple, text, scope })
    else if (declaration) target.spoiled = true
    // cvc-identity-constraint.3: the node must have a simple type.
    else {
      const sentence = `A field of ${target.scope.constraint.local} is an attribute without a type.`
      this.#spoil(target, 'cvc-identity-constraint.3', sentence)
    }
  }

  /** Ends the innermost element. */
  close(value: ElementValue): void {
    const level = this.#levels.pop()
    if (!level) return
    for (const [target, field] of level.fields) this.#take(target, field, level, value)
    for (const target of level.targets) this.#finish(target)
    this.#scopes.length -= level.scopes.length
    this.#settle(level)
  }

  /** Every target that the innermost element may be a field of. */
  #eachTarget(take: (target: Target, depth: number) => void): void {
    const last = this.#levels.length - 1
    for (let depth = last; depth >= 0 && depth >= last - this.#reach; depth -= 1) {
      for (const target of this.#levels[depth]?.targets ?? []) take(target, depth)
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
    const { nil, text, simple, scope } = value
    // cvc-identity-constraint.4.2.3: no field of a key may be an element that is nillable.
    if (constraint.kind === 'key' && nillable) {
      const sentence = `A field of the key ${constraint.local} is a nillable element.`
      this.#spoil(target, 'cvc-identity-constraint.4.2.3', sentence)
    }
    if (nil) return
    if (simple && text !== undefined) target.give(field, { type: simple, text, scope })
    else if (text !== undefined) target.spoiled = true
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
    if (nodes.has(key)) {
      const clause = `cvc-identity-constraint.${kind === 'key' ? '4.2.2' : '4.1'}`
      this.#spoil(target, clause, `The ${kind} ${local} has this value before.`, target.shown)
    } else nodes.set(key, element)
  }

  #spoil(target: Target, clause: string, sentence: string, found?: string): void {
    if (!target.spoiled) this.#refuse(target.element, clause, sentence, found)
    target.spoiled = true
  }

  /** Makes the node tables of an element, asks them for what refers to them, and hands them up. */
  #settle(level: Level): void {
    const { scopes, tables = new Map<IdentityConstraint, KeyTable>() } = level
    if (scopes.length === 0 && !level.tables) return
    for (const { constraint, nodes } of scopes) {
      if (constraint.kind === 'keyref') continue
      const table = tables.get(constraint) ?? new KeyTable()
      table.own(nodes)
      tables.set(constraint, table)
    }
    for (const { constraint, references } of scopes) {
      const table = constraint.refer && tables.get(constraint.refer)
      // cvc-identity-constraint.4.3: what a keyref selects must be in the node table of its key.
      for (const { key, element, shown } of references) {
        if (table?.has(key)) continue
        const sentence = `The keyref ${constraint.local} refers to a key that is not there.`
        this.#refuse(element, 'cvc-identity-constraint.4.3', sentence, shown)
      }
    }
    for (const [constraint, table] of tables) {
      if (this.#scopes.some((scope) => scope.constraint.refer === constraint)) {
        this.#handUp(constraint, table)
      }
    }
  }

  #handUp(constraint: IdentityConstraint, table: KeyTable): void {
    const parent = this.#levels.at(-1)
    if (!parent) return
    table.settle()
    parent.tables ??= new Map()
    const known = parent.tables.get(constraint)
    if (known) known.merge(table)
    else parent.tables.set(constraint, table)
  }
}
