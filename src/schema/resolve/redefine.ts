/** Redefinitions: a definition takes the place of one in the document that is redefined, and refers to it (§4.2.2). */
import { childElements, clarkName, type XmlElement } from '../../xml/tree.js'
import type { Source } from '../components.js'
import type { SchemaDocument } from '../document.js'
import { SchemaProblem } from '../problem.js'
import { partOf, valueIn } from '../read/values.js'
import { type Declarations, type Declared, declaredBy } from './declared.js'
import type { Names } from './names.js'

/**
 * @param source  a child of a `redefine` element
 * @param within  the documents that it may redefine something of
 * @throws SchemaProblem with `src-redefine`
 */
export function redefine(
  source: Source,
  within: ReadonlySet<SchemaDocument>,
  declarations: Declarations,
  names: Names,
): void {
  const declared = declaredBy(source)
  if (!declared) return
  const { space, name } = declared
  const original = declarations.named(space, name)
  // src-redefine.4: it stands for a definition in the document that is redefined.
  if (!original || !within.has(original.source.document)) {
    throw new SchemaProblem('src-redefine', `no ${name} is defined in the document to redefine`)
  }
  const own = selfReferences(source, declared, names)
  declarations.set({ ...declared, original, restricts: own.length === 0 })
  for (const node of own) declarations.refersToOriginal(node, original)
  if (space === 'type') {
    // src-redefine.5: a type is derived from what it redefines.
    if (own.length === 0) {
      throw new SchemaProblem(
        'src-redefine.5',
        `${name} is redefined with another base than itself`,
      )
    }
  } else {
    checkSelfReference(own, declared)
  }
}

function checkSelfReference(own: readonly XmlElement[], { space, name }: Declared): void {
  const number = space === 'group' ? 6 : 7
  // src-redefine.6.1.1, src-redefine.7.1: it contains what it redefines at most once.
  if (own.length > 1) {
    throw new SchemaProblem(`src-redefine.${number}.1`, `${name} contains itself more than once`)
  }
  const [node] = own
  if (!node) return
  // src-redefine.6.1.2: exactly one time.
  for (const occurs of ['minOccurs', 'maxOccurs']) {
    if (Number(valueIn(node, occurs) ?? 1) === 1) continue
    throw new SchemaProblem(
      'src-redefine.6.1.2',
      `${name} contains itself with ${occurs}`,
      undefined,
    )
  }
}

/** The elements in a redefinition that refer to what is redefined. */
function selfReferences(
  source: Source,
  { space, name }: Declared,
  names: Names,
): readonly XmlElement[] {
  const { document, node } = source
  const refers = (at: XmlElement, attribute: string): boolean => {
    const qname = valueIn(at, attribute)
    return qname !== undefined && clarkName(names.resolve({ document, node: at }, qname)) === name
  }
  if (space === 'type') {
    const outer = partOf(node, 'simpleContent', 'complexContent') ?? node
    const derivation = partOf(outer, 'restriction', 'extension')
    return derivation && refers(derivation, 'base') ? [derivation] : []
  }
  const found: XmlElement[] = []
  const left = [node]
  for (let at = left.pop(); at; at = left.pop()) {
    if (at.local === node.local && refers(at, 'ref')) found.push(at)
    left.push(...childElements(at))
  }
  return found
}
