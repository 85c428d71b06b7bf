/** Collects what the documents of a schema set declare and define globally, with what they redefine. */
import { childElements, isNamed, type XmlElement, XSD_NAMESPACE } from '../../xml/tree.js'
import type { SchemaDocument } from '../document.js'
import type { Problems } from '../problems.js'
import { partsOf } from '../read/values.js'
import { Declarations, declaredBy } from './declared.js'
import type { Names } from './names.js'
import { redefine } from './redefine.js'

export function globalsOf(
  documents: readonly SchemaDocument[],
  names: Names,
  problems: Problems,
): Declarations {
  const declarations = new Declarations()
  for (const document of documents) declareAll(document, declarations, problems)
  for (const document of innermostFirst(documents)) {
    for (const node of redefinesOf(document)) {
      const redefined = document.brings.get(node)
      const within = redefined ? reachedFrom(redefined) : new Set<SchemaDocument>()
      for (const part of partsOf(node)) {
        const source = { document, node: part }
        problems.attempt(source, () => redefine(source, within, declarations, names))
      }
    }
  }
  return declarations
}

function declareAll(
  document: SchemaDocument,
  declarations: Declarations,
  problems: Problems,
): void {
  for (const node of partsOf(document.root)) {
    const source = { document, node }
    const declared = declaredBy(source)
    if (!declared) continue
    const { space, name } = declared
    // sch-props-correct.2: a name stands for one component of a kind.
    if (declarations.named(space, name)) {
      problems.add('sch-props-correct.2', `there is another ${node.local} ${name}`, source)
    } else {
      declarations.set(declared)
    }
  }
}

/** Each document after those that it includes and redefines, so that a redefinition finds what it is of. */
function innermostFirst(documents: readonly SchemaDocument[]): readonly SchemaDocument[] {
  const done = new Set<SchemaDocument>()
  const begun = new Set<SchemaDocument>()
  const left = [...documents].reverse()
  for (let document = left.at(-1); document; document = left.at(-1)) {
    const inner = includedBy(document).filter((included) => !begun.has(included))
    if (begun.has(document) || inner.length === 0) {
      left.pop()
      done.add(document)
    } else {
      left.push(...inner)
    }
    begun.add(document)
  }
  return [...done]
}

/** A document, and those that it includes and redefines, and so on. */
function reachedFrom(document: SchemaDocument): ReadonlySet<SchemaDocument> {
  const reached = new Set([document])
  // A set gives what is added while it is gone through, too.
  for (const each of reached) for (const included of includedBy(each)) reached.add(included)
  return reached
}

function includedBy({ brings }: SchemaDocument): readonly SchemaDocument[] {
  return [...brings].filter(([node]) => node.local !== 'import').map(([, document]) => document)
}

function redefinesOf({ root }: SchemaDocument): readonly XmlElement[] {
  return childElements(root).filter((node) => isNamed(node, XSD_NAMESPACE, 'redefine'))
}
