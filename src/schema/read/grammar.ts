/** The schema for schemas as a table: which attributes and children each schema element may have, and where (Part 1 appendix A). */
import { KINDS, type Kind } from './kinds.js'

export interface Rule {
  readonly attributes: ReadonlyMap<string, Kind>
  readonly required: readonly string[]
  /** In this order; `open` for anything at all. */
  readonly content: readonly Slot[] | 'open'
}

/** Some children, of any of these names. */
export interface Slot {
  /** The rule of each child that may stand here, by its name. */
  readonly rules: ReadonlyMap<string, string>
  readonly required: boolean
  readonly many: boolean
  /** If it is there, no other slot is. */
  readonly alone: boolean
}

const OCCURS = 'minOccurs:count maxOccurs:countOrUnbounded'
const MODEL = '(group=groupRef|all|choice|sequence)?'
const ATTRIBUTES = '(attribute=localAttribute|attributeGroup=attributeGroupRef)* (anyAttribute)?'
const NESTED = '(element=localElement|group=groupRef|choice|sequence|any)*'
const CONSTRAINTS = '(unique|key|keyref)*'
const FACETS =
  '(minExclusive|minInclusive|maxExclusive|maxInclusive|totalDigits|fractionDigits|length|minLength|maxLength|enumeration|whiteSpace|pattern)*'
const COMPLEX = `(simpleContent|complexContent)?! ${MODEL} ${ATTRIBUTES}`
const TYPE = '(simpleType=localSimpleType|complexType=localComplexType)?'
const SIMPLE_DERIVATION = '(restriction=simpleRestriction|list|union)'
const GLOBALS = 'simpleType|complexType|group|attributeGroup'

/** By the name of a rule: attributes with their kinds, `!` for a required one, then children. */
const TABLE: Readonly<Record<string, readonly [attributes: string, content: string]>> = {
  schema: [
    'targetNamespace:namespace version:token finalDefault:finals blockDefault:block attributeFormDefault:form elementFormDefault:form',
    `(include|import|redefine|annotation)* (${GLOBALS}|element|attribute|notation|annotation)*`,
  ],
  include: ['schemaLocation!:uri', '(annotation)?'],
  import: ['namespace:uri schemaLocation:uri', '(annotation)?'],
  redefine: ['schemaLocation!:uri', `(annotation|${GLOBALS})*`],
  annotation: ['', '(appinfo|documentation)*'],
  appinfo: ['source:uri', 'open'],
  documentation: ['source:uri', 'open'],
  notation: ['name!:NCName public:token system:uri', '(annotation)?'],
  element: [
    'name!:NCName type:QName substitutionGroup:QName default:text fixed:text nillable:boolean abstract:boolean final:derivations block:block',
    `(annotation)? ${TYPE} ${CONSTRAINTS}`,
  ],
  localElement: [
    `name:NCName ref:QName type:QName default:text fixed:text nillable:boolean block:block form:form ${OCCURS}`,
    `(annotation)? ${TYPE} ${CONSTRAINTS}`,
  ],
  elementOfAll: [
    'name:NCName ref:QName type:QName default:text fixed:text nillable:boolean block:block form:form minOccurs:zeroOrOne maxOccurs:zeroOrOne',
    `(annotation)? ${TYPE} ${CONSTRAINTS}`,
  ],
  attribute: [
    'name!:NCName type:QName default:text fixed:text',
    '(annotation)? (simpleType=localSimpleType)?',
  ],
  localAttribute: [
    'name:NCName ref:QName type:QName use:use default:text fixed:text form:form',
    '(annotation)? (simpleType=localSimpleType)?',
  ],
  attributeGroup: ['name!:NCName', `(annotation)? ${ATTRIBUTES}`],
  attributeGroupRef: ['ref!:QName', '(annotation)?'],
  anyAttribute: ['namespace:namespaces processContents:process', '(annotation)?'],
  group: ['name!:NCName', '(annotation)? (all=groupAll|choice=groupChoice|sequence=groupSequence)'],
  groupRef: [`ref!:QName ${OCCURS}`, '(annotation)?'],
  all: ['minOccurs:zeroOrOne maxOccurs:one', '(annotation)? (element=elementOfAll)*'],
  choice: [OCCURS, `(annotation)? ${NESTED}`],
  sequence: [OCCURS, `(annotation)? ${NESTED}`],
  groupAll: ['', '(annotation)? (element=elementOfAll)*'],
  groupChoice: ['', `(annotation)? ${NESTED}`],
  groupSequence: ['', `(annotation)? ${NESTED}`],
  any: [`namespace:namespaces processContents:process ${OCCURS}`, '(annotation)?'],
  unique: ['name!:NCName', '(annotation)? (selector) (field)+'],
  key: ['name!:NCName', '(annotation)? (selector) (field)+'],
  keyref: ['name!:NCName refer!:QName', '(annotation)? (selector) (field)+'],
  selector: ['xpath!:token', '(annotation)?'],
  field: ['xpath!:token', '(annotation)?'],
  complexType: [
    'name!:NCName mixed:boolean abstract:boolean final:derivations block:derivations',
    `(annotation)? ${COMPLEX}`,
  ],
  localComplexType: ['mixed:boolean', `(annotation)? ${COMPLEX}`],
  simpleContent: [
    '',
    '(annotation)? (restriction=simpleContentRestriction|extension=simpleContentExtension)',
  ],
  simpleContentRestriction: [
    'base!:QName',
    `(annotation)? (simpleType=localSimpleType)? ${FACETS} ${ATTRIBUTES}`,
  ],
  simpleContentExtension: ['base!:QName', `(annotation)? ${ATTRIBUTES}`],
  complexContent: [
    'mixed:boolean',
    '(annotation)? (restriction=complexDerivation|extension=complexDerivation)',
  ],
  complexDerivation: ['base!:QName', `(annotation)? ${MODEL} ${ATTRIBUTES}`],
  simpleType: ['name!:NCName final:simpleFinal', `(annotation)? ${SIMPLE_DERIVATION}`],
  localSimpleType: ['', `(annotation)? ${SIMPLE_DERIVATION}`],
  simpleRestriction: ['base:QName', `(annotation)? (simpleType=localSimpleType)? ${FACETS}`],
  list: ['itemType:QName', '(annotation)? (simpleType=localSimpleType)?'],
  union: ['memberTypes:QNames', '(annotation)? (simpleType=localSimpleType)*'],
  ...facets('text', ['minExclusive', 'minInclusive', 'maxExclusive', 'maxInclusive']),
  ...facets('count', ['fractionDigits', 'length', 'minLength', 'maxLength']),
  ...facets('positive', ['totalDigits']),
  ...facets('whiteSpace', ['whiteSpace']),
  enumeration: ['value!:text', '(annotation)?'],
  pattern: ['value!:text', '(annotation)?'],
}

function facets(kind: string, names: readonly string[]): typeof TABLE {
  return Object.fromEntries(
    names.map((name) => [name, [`value!:${kind} fixed:boolean`, '(annotation)?']]),
  )
}

const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries(TABLE).map(([name, [attributes, content]]) => [name, ruleOf(attributes, content)]),
)

/** @throws TypeError if there is none */
export function ruleNamed(name: string): Rule {
  return present(RULES.get(name), name)
}

function ruleOf(attributes: string, content: string): Rule {
  // Every element has an id, but for those in an annotation.
  const all = `${content === 'open' ? '' : 'id:ID '}${attributes}`
    .trim()
    .split(' ')
    .map((text) => {
      const [, name = '', required = '', kind = ''] = /^(\w+)(!?):(\w+)$/.exec(text) ?? []
      return { name, required: required === '!', kind: present(KINDS.get(kind), text) }
    })
  return {
    attributes: new Map(all.map(({ name, kind }) => [name, kind])),
    required: all.filter(({ required }) => required).map(({ name }) => name),
    content: content === 'open' ? 'open' : content.split(' ').map(slotOf),
  }
}

function slotOf(text: string): Slot {
  const [, names, often = '', alone] = present(/^\(([\w|=]+)\)([?*+]?)(!?)$/.exec(text), text)
  const rules = present(names, text)
    .split('|')
    .map((entry) => {
      const [name = '', rule = name] = entry.split('=')
      return [name, rule] as const
    })
  return {
    rules: new Map(rules),
    required: often === '' || often === '+',
    many: often === '*' || often === '+',
    alone: alone === '!',
  }
}

function present<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new TypeError(`the table has no ${what}`)
  return value
}
