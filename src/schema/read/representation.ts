/** Rules about what schema elements say that no table can hold: XML Representation Constraints (src-…). */
import type { Source } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { listIn, partOf, partsOf, valueIn } from './values.js'

/**
 * @param rule  the name of the rule in the table by which the element stands there
 * @throws SchemaProblem for the first rule that is broken
 */
export function checkRepresentation(source: Source, rule: string): void {
  switch (rule) {
    case 'element':
    case 'localElement':
    case 'elementOfAll':
      checkElement(source, rule !== 'element')
      checkOccurs(source)
      return
    case 'attribute':
    case 'localAttribute':
      checkAttribute(source, rule !== 'attribute')
      return
    case 'groupRef':
    case 'all':
    case 'choice':
    case 'sequence':
    case 'any':
      checkOccurs(source)
      return
    case 'import':
      checkImport(source)
      return
    case 'notation':
      // n-props-correct: a notation has a public or a system identifier.
      refuseIf(
        !has(source, 'public') && !has(source, 'system'),
        'n-props-correct',
        'a notation is public or system',
      )
      return
    case 'simpleRestriction':
      // src-simple-type.2: a restriction names its base, or has it in it.
      checkEither(source, 'base', 'src-simple-type.2')
      return
    case 'list':
      // src-simple-type.3: the same for a list and its item type.
      checkEither(source, 'itemType', 'src-simple-type.3')
      return
    case 'union':
      checkUnion(source)
  }
}

function has({ node }: Source, attribute: string): boolean {
  return valueIn(node, attribute) !== undefined
}

function refuseIf(broken: boolean, clause: string, sentence: string): void {
  if (broken) throw new SchemaProblem(clause, sentence)
}

function checkElement(source: Source, local: boolean): void {
  const { node } = source
  // src-element.1
  const both = has(source, 'default') && has(source, 'fixed')
  refuseIf(both, 'src-element.1', 'an element has a default or a fixed value, not both')
  if (local) {
    // src-element.2.1
    const either = has(source, 'ref') !== has(source, 'name')
    refuseIf(!either, 'src-element.2.1', 'an element has a name or a ref, and not both')
    if (has(source, 'ref')) {
      // src-element.2.2
      const more = ['nillable', 'default', 'fixed', 'form', 'block', 'type'].find((name) =>
        has(source, name),
      )
      refuseIf(more !== undefined, 'src-element.2.2', `a reference has no ${more}`)
      refuseIf(partsOf(node).length > 0, 'src-element.2.2', 'a reference has nothing in it')
    }
  }
  // src-element.3
  const types = has(source, 'type') && partOf(node, 'simpleType', 'complexType') !== undefined
  refuseIf(types, 'src-element.3', 'an element names its type or has it in it, not both')
}

function checkAttribute(source: Source, local: boolean): void {
  const { node } = source
  // src-attribute.1
  const both = has(source, 'default') && has(source, 'fixed')
  refuseIf(both, 'src-attribute.1', 'an attribute has a default or a fixed value, not both')
  // src-attribute.2
  const use = valueIn(node, 'use') ?? 'optional'
  const needless = has(source, 'default') && use !== 'optional'
  refuseIf(needless, 'src-attribute.2', `an attribute that is ${use} has no default`)
  const inner = partOf(node, 'simpleType') !== undefined
  if (local) {
    // src-attribute.3.1
    const either = has(source, 'ref') !== has(source, 'name')
    refuseIf(!either, 'src-attribute.3.1', 'an attribute has a name or a ref, and not both')
    // src-attribute.3.2
    const more = has(source, 'form') || has(source, 'type') || inner
    refuseIf(has(source, 'ref') && more, 'src-attribute.3.2', 'a reference has no type and no form')
  }
  // src-attribute.4
  const types = has(source, 'type') && inner
  refuseIf(types, 'src-attribute.4', 'an attribute names its type or has it in it, not both')
}

const NUMBER = /^[0-9]{1,1000}$/

/** p-props-correct.2.1: what must occur may occur. */
function checkOccurs({ node }: Source): void {
  const most = valueIn(node, 'maxOccurs') ?? '1'
  const least = valueIn(node, 'minOccurs') ?? '1'
  // What is no number is told where values are checked.
  const wrong = NUMBER.test(least) && NUMBER.test(most) && BigInt(least) > BigInt(most)
  refuseIf(wrong, 'p-props-correct.2.1', `minOccurs is ${least}, and maxOccurs ${most}`)
}

function checkImport({ document, node }: Source): void {
  const namespace = valueIn(node, 'namespace')
  // src-import.1.1: another namespace than that of the document.
  const own = namespace !== undefined && namespace === document.namespace
  refuseIf(own, 'src-import.1.1', 'a document cannot import its own namespace')
  // src-import.1.2: what has no namespace is imported by what has one.
  const none = namespace === undefined && valueIn(document.root, 'targetNamespace') === undefined
  refuseIf(none, 'src-import.1.2', 'a document without a namespace imports what has none')
}

function checkEither(source: Source, attribute: string, clause: string): void {
  const inner = partOf(source.node, 'simpleType') !== undefined
  const sentence = `<${source.node.local}> has a ${attribute} or a simpleType in it, and not both`
  refuseIf(has(source, attribute) === inner, clause, sentence)
}

/** src-simple-type.4 */
function checkUnion({ node }: Source): void {
  const none = listIn(node, 'memberTypes').length === 0 && partsOf(node).length === 0
  refuseIf(none, 'src-union-memberTypes-or-simpleTypes', 'a union has member types')
}
