/** Makes every component of a schema set, each when it is first needed. */
import { type ClarkName, childElements, clarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import type {
  AttributeDeclaration,
  ElementDeclaration,
  IdentityConstraint,
  ModelGroup,
  SimpleType,
  Source,
  TypeDefinition,
} from '../components.js'
import type { SchemaDocument } from '../document.js'
import { type Forgive, SchemaProblem } from '../problem.js'
import { valueIn } from '../read/values.js'
import { attributeSetOf } from './attribute-sets.js'
import { globalAttribute } from './attributes.js'
import { builtInAttributes, builtInDefinition } from './built-in.js'
import { checkRestrictedAttributes, checkRestrictedGroup } from './check-restriction.js'
import { checkIds } from './check-types.js'
import { complexTypeOf } from './complex-types.js'
import { Once } from './component-cache.js'
import type { Declarations, Declared, SymbolSpace } from './declared.js'
import { globalElement } from './elements.js'
import { located } from './located.js'
import type { Names, QualifiedName } from './names.js'
import { globalGroup } from './particles.js'
import type { AttributeSet, Completed, Resolution } from './resolution.js'
import type { Schedule } from './schedule.js'
import { simpleTypeOf } from './simple-types.js'

export class Resolver implements Resolution {
  readonly names: Names
  readonly constraints = new Map<ClarkName, IdentityConstraint>()
  readonly forgive: Forgive | undefined
  readonly #declarations: Declarations
  readonly #schedule: Schedule
  readonly #attributes = new Map(builtInAttributes().map((each) => [each.name, each]))
  readonly #madeElements = once<ElementDeclaration>('e-props-correct')
  readonly #madeAttributes = once<AttributeDeclaration>('a-props-correct')
  // st-props-correct.2: a simple type does not come from itself.
  readonly #madeTypes = once<TypeDefinition>('st-props-correct.2')
  // mg-props-correct.2: a group is not within itself.
  readonly #madeGroups = once<ModelGroup>('mg-props-correct.2')
  // src-attribute_group.3: an attribute group is not within itself.
  readonly #madeAttributeGroups = once<AttributeSet>('src-attribute_group.3')

  constructor(
    declarations: Declarations,
    names: Names,
    schedule: Schedule,
    forgive: Forgive | undefined,
  ) {
    this.#declarations = declarations
    this.forgive = forgive
    this.names = names
    this.#schedule = schedule
  }

  type(from: Source, qname: string): TypeDefinition {
    const name = this.names.refer(from, qname)
    const builtIn = name.namespace === XSD_NAMESPACE ? builtInDefinition(name.local) : undefined
    return builtIn ?? this.typeOf(this.#find('type', from, name))
  }

  simpleType(from: Source, qname: string): SimpleType {
    const type = this.type(from, qname)
    if (type.kind === 'simple') return type
    throw new SchemaProblem('src-resolve', `${qname} is no simple type`, from)
  }

  typeIn(source: Source): TypeDefinition {
    return source.node.local === 'simpleType'
      ? simpleTypeOf(source, this)
      : complexTypeOf(source, this)
  }

  typeOf(declared: Declared): TypeDefinition {
    return make(this.#madeTypes, declared, () => this.typeIn(declared.source))
  }

  element(from: Source, qname: string): ElementDeclaration {
    return this.elementOf(this.#find('element', from, this.names.refer(from, qname)))
  }

  elementOf(declared: Declared): ElementDeclaration {
    return make(this.#madeElements, declared, () => globalElement(declared.source, this))
  }

  attribute(from: Source, qname: string): AttributeDeclaration {
    const name = this.names.refer(from, qname)
    const builtIn = this.#attributes.get(clarkName(name))
    return builtIn ?? this.attributeOf(this.#find('attribute', from, name))
  }

  attributeOf(declared: Declared): AttributeDeclaration {
    return make(this.#madeAttributes, declared, () => globalAttribute(declared.source, this))
  }

  group(from: Source, qname: string): ModelGroup {
    return this.groupOf(this.#find('group', from, this.names.refer(from, qname)))
  }

  groupOf(declared: Declared): ModelGroup {
    return make(this.#madeGroups, declared, () => {
      const group = globalGroup(declared.source, this)
      this.#restricts(declared, (original) => {
        checkRestrictedGroup(group, this.groupOf(original))
      })
      return group
    })
  }

  attributeGroup(from: Source, qname: string): AttributeSet {
    return this.attributeGroupOf(this.#find('attributeGroup', from, this.names.refer(from, qname)))
  }

  attributeGroupOf(declared: Declared): AttributeSet {
    return make(this.#madeAttributeGroups, declared, () => {
      const group = attributeSetOf(declared.source, 'ag-props-correct.2', this)
      this.check(declared.source, () => checkIds(group.attributes, 'ag-props-correct.3'))
      this.#restricts(declared, (original) => {
        checkRestrictedAttributes(group, this.attributeGroupOf(original))
      })
      return group
    })
  }

  notation(from: Source, qname: string): void {
    this.#find('notation', from, this.names.refer(from, qname))
  }

  completeLater(component: Completed, circle: string, complete: () => void): void {
    this.#schedule.completeLater(component, circle, complete)
  }

  completed(component: Completed): void {
    this.#schedule.completed(component)
  }

  link(source: Source, work: () => void): void {
    this.#schedule.link(source, work)
  }

  check(source: Source | undefined, work: () => void): void {
    this.#schedule.check(source, work)
  }

  /** src-redefine.6.2.2, src-redefine.7.2.2: what does not refer to its original restricts it. */
  #restricts({ source, original, restricts }: Declared, check: (base: Declared) => void): void {
    if (original && restricts) this.check(source, () => check(original))
  }

  #find(space: SymbolSpace, from: Source, name: QualifiedName): Declared {
    const declared = this.#declarations.referredTo(space, name, from.node)
    if (declared) return declared
    // src-resolve.1: there is such a component.
    const sentence = `there is no ${WORDS[space]} ${clarkName(name)}`
    throw new SchemaProblem('src-resolve', `${sentence}${missingIn(from.document)}`, from)
  }
}

const WORDS: Readonly<Record<SymbolSpace, string>> = {
  element: 'element',
  attribute: 'attribute',
  type: 'type',
  group: 'group',
  attributeGroup: 'attribute group',
  notation: 'notation',
}

/** The documents that are named in one, and not there. */
function missingIn({ root, brings }: SchemaDocument): string {
  const locations = childElements(root)
    .filter((node) => FROM_OTHERS.includes(node.local) && !brings.has(node))
    .flatMap((node) => valueIn(node, 'schemaLocation') ?? [])
  return locations.length === 0 ? '' : `, and no document ${locations.slice(0, 3).join(', ')}`
}

const FROM_OTHERS: readonly string[] = ['include', 'import', 'redefine']

function once<Made>(circle: string): Once<Declared, Made> {
  return new Once(
    ({ name, source }) => new SchemaProblem(circle, `${name} refers to itself`, source),
  )
}

function make<Made>(all: Once<Declared, Made>, declared: Declared, work: () => Made): Made {
  return all.make(declared, () => located(declared.source, work))
}
