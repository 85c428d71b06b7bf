/** Checks the attributes of an element by its type (cvc-complex-type.3 to 5, cvc-au, cvc-attribute). */
import type { NamespaceScope, XmlAttribute, XmlElement } from '../../xml/tree.js'
import type { AttributeDeclaration, AttributeUse, SimpleType } from '../components.js'
import { keyOf, memberOf, mismatch, normalise } from '../simple/index.js'
import { allows } from '../wildcards.js'
import type { AssessedAttribute } from './assessed.js'
import type { Assessment } from './assessment.js'
import type { CompiledSimple, CompiledType } from './compiled-type.js'
import { isInstanceAttribute } from './instance-attributes.js'
import type { Judged } from './report.js'
import { isFixedValue } from './values.js'

/** An element whose type is known. */
export interface Typed extends Judged {
  readonly element: XmlElement
  readonly type: CompiledType
}

export class Attributes {
  readonly #assessment: Assessment
  /** undefined if nobody asks for them. */
  readonly #collected: AssessedAttribute[] | undefined
  readonly #typed: Typed
  /** How many attributes that a wildcard lets in are IDs. */
  #wildIds = 0

  /** @param collected  gets each attribute that stands there, or is there by its default */
  constructor(assessment: Assessment, typed: Typed, collected: AssessedAttribute[] | undefined) {
    this.#assessment = assessment
    this.#typed = typed
    this.#collected = collected
  }

  assess(): void {
    const { element, type } = this.#typed
    let found = 0
    for (const attribute of element.attributes) {
      if (isInstanceAttribute(attribute)) continue
      const use = type.use(attribute.namespace, attribute.local)
      if (use) {
        if (use.missed) found += 1
        this.#value(attribute, use.simple, use.use.declaration, use.use)
      } else this.#undeclared(attribute)
    }
    if (found < type.missed) this.#absent()
    if (this.#wildIds > 0) this.#checkWildIds()
  }

  #undeclared(attribute: XmlAttribute): void {
    const { type } = this.#typed
    const { wildcard } = type
    // cvc-type.3.1.1, cvc-complex-type.3.2: an attribute must be declared, or a wildcard must allow it.
    if (!wildcard || !allows(wildcard.namespaces, attribute.namespace)) {
      const clause = type.complex ? `cvc-complex-type.3.2.${wildcard ? 2 : 1}` : 'cvc-type.3.1.1'
      this.#refuse(attribute, clause, 'the attribute is not allowed here')
      this.#keep(attribute, undefined, attribute.value, undefined)
      return
    }
    const declaration =
      wildcard.process === 'skip'
        ? undefined
        : this.#assessment.tables.attributes.get(attribute.namespace, attribute.local)
    if (declaration) {
      if (declaration.type.builtIn === 'ID') this.#wildIds += 1
      const simple = this.#assessment.tables.simple(declaration.type)
      this.#value(attribute, simple, declaration)
      return
    }
    // cvc-assess-attr: what a strict wildcard lets in must be declared.
    if (wildcard.process === 'strict') {
      this.#refuse(attribute, 'cvc-assess-attr.1', 'the attribute is declared nowhere')
    }
    this.#keep(attribute, undefined, attribute.value, undefined)
  }

  /** @param use  of the type; undefined if a wildcard lets the attribute in */
  #value(
    attribute: XmlAttribute,
    compiled: CompiledSimple,
    declaration: AttributeDeclaration,
    use?: AttributeUse,
  ): void {
    const { type } = compiled
    const { scope } = this.#typed.element
    const text = normalise(type, attribute.value)
    const rule = mismatch(type, text, scope)
    if (rule) {
      this.#assessment.report.broken(this.#typed, rule, attribute.value, attribute.local)
      this.#keep(attribute, declaration, text, undefined)
      return
    }
    this.#track(attribute, compiled, text, scope)
    const { constraint } = use ?? declaration
    // cvc-au, cvc-attribute.4: it must be the fixed value, if there is one.
    if (
      constraint?.kind === 'fixed' &&
      !isFixedValue(keyOf(type, text, scope), constraint, declaration.type)
    ) {
      this.#assessment.report.refuse(
        this.#typed,
        use ? 'cvc-au' : 'cvc-attribute.4',
        'its value is fixed',
        { attribute: attribute.local, found: attribute.value, expected: constraint.text },
      )
    }
    this.#keep(attribute, declaration, text, type)
  }

  #track(
    { local }: XmlAttribute,
    compiled: CompiledSimple,
    text: string,
    scope: NamespaceScope,
  ): void {
    if (!compiled.tracked) return
    const location = { judged: this.#typed, attribute: local }
    this.#assessment.ids.take(compiled, text, scope, location)
  }

  #absent(): void {
    const { element, type } = this.#typed
    for (const { use, local, namespace, missed, simple } of type.uses) {
      if (!missed || has(element, namespace, local)) continue
      // cvc-complex-type.4: each attribute that is required must be there.
      if (use.required) {
        const sentence = 'an attribute is missing'
        this.#assessment.report.refuse(this.#typed, 'cvc-complex-type.4', sentence, {
          expected: local,
        })
      } else this.#default(use, simple)
    }
  }

  /** An attribute that is there by its default or fixed value. */
  #default({ declaration, constraint }: AttributeUse, compiled: CompiledSimple): void {
    if (!constraint || !(compiled.tracked || this.#collected)) return
    const { type } = compiled
    const { namespace, local } = declaration
    const { scope } = constraint.node
    const attribute = { prefix: '', local, namespace, value: constraint.text }
    const text = normalise(type, constraint.text)
    this.#track(attribute, compiled, text, scope)
    this.#collected?.push({
      attribute,
      declaration,
      text,
      simple: valueType(type, text, scope),
      scope,
    })
  }

  #keep(
    attribute: XmlAttribute,
    declaration: AttributeDeclaration | undefined,
    text: string,
    type: SimpleType | undefined,
  ): void {
    if (!this.#collected) return
    const { scope } = this.#typed.element
    const simple = valueType(type, text, scope)
    this.#collected.push({ attribute, declaration, text, simple, scope })
  }

  #checkWildIds(): void {
    // cvc-complex-type.5.1: at most one attribute that a wildcard lets in may be an ID.
    if (this.#wildIds > 1) {
      const sentence = 'two attributes that a wildcard lets in are IDs'
      this.#assessment.report.refuse(this.#typed, 'cvc-complex-type.5.1', sentence)
    }
    // cvc-complex-type.5.2: and none, if the type has an attribute that is one.
    if (this.#typed.type.uses.some(({ use }) => use.declaration.type.builtIn === 'ID')) {
      const sentence = 'an attribute that a wildcard lets in is an ID, beside that of the type'
      this.#assessment.report.refuse(this.#typed, 'cvc-complex-type.5.2', sentence)
    }
  }

  #refuse({ local }: XmlAttribute, clause: string, sentence: string): void {
    this.#assessment.report.refuse(this.#typed, clause, sentence, { attribute: local })
  }
}

/** The type of a valid text: of a union the member. */
function valueType(
  type: SimpleType | undefined,
  text: string,
  scope: NamespaceScope,
): SimpleType | undefined {
  return type?.variety === 'union' ? memberOf(type, text, scope) : type
}

function has({ attributes }: XmlElement, namespace: string, local: string): boolean {
  return attributes.some((one) => one.local === local && one.namespace === namespace)
}
