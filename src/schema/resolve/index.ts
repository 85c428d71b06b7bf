/** Makes components of documents: resolves what they name, and checks the rules about schemas. */
import { type ClarkName, clarkName, XML_NAMESPACE } from '../../xml/tree.js'
import { standardSchema } from '../catalogue/standard-schemas.js'
import type { SchemaComponents } from '../components.js'
import type { SchemaDocument } from '../document.js'
import type { Forgive } from '../problem.js'
import { Problems } from '../problems.js'
import { checkStructure } from '../read/structure.js'
import { partsOf, valueIn } from '../read/values.js'
import { builtInDefinitions } from './built-in.js'
import type { Declarations, Declared, SymbolSpace } from './declared.js'
import { globalsOf } from './globals.js'
import { Names } from './names.js'
import { Resolver } from './resolver.js'
import { Schedule } from './schedule.js'
import { encodingDocuments } from './soap-encoding.js'
import { fillSubstitutes } from './substitution.js'

export { ANY_TYPE } from './any-type.js'
export { isDerivedFrom } from './derivation.js'

/**
 * @param forgive  notified of an element beside a wildcard that could be it as well, for contracts: then the element is taken. If
 *   left out, that is refused
 * @returns every component, with the built-in ones
 * @throws InvalidSchema with a finding for each rule that is broken, at most 10
 */
export function resolveSchema(
  documents: readonly SchemaDocument[],
  forgive?: Forgive | undefined,
): SchemaComponents {
  const problems = new Problems()
  const file = documents[0]?.file ?? ''
  for (const document of documents) checkStructure(document, problems)
  problems.check(file)
  const names = new Names()
  const declarations = globalsOf(withBuiltIn(documents), names, problems)
  const schedule = new Schedule(problems)
  const resolver = new Resolver(declarations, names, schedule, forgive)
  const made = <Made>(space: SymbolSpace, make: (declared: Declared) => Made) =>
    makeAll(space, make, declarations, problems)

  const components: SchemaComponents = {
    documents,
    elements: made('element', (declared) => resolver.elementOf(declared)),
    attributes: made('attribute', (declared) => resolver.attributeOf(declared)),
    types: new Map([
      ...made('type', (declared) => resolver.typeOf(declared)),
      ...builtInDefinitions(),
    ]),
    groups: made('group', (declared) => resolver.groupOf(declared)),
    constraints: resolver.constraints,
    notations: new Set(made('notation', () => true).keys()),
  }
  made('attributeGroup', (declared) => resolver.attributeGroupOf(declared))
  schedule.completeAll()
  problems.check(file)
  fillSubstitutes([...components.elements.values()])
  schedule.linkAll()
  problems.check(file)
  schedule.checkAll()
  problems.check(file)
  return { ...components, elements: withEntries(components.elements, documents) }
}

/** What is referred to by the name of an entry is resolved by now, and an entry of rpc is referred to by messages alone. */
function withEntries(
  elements: SchemaComponents['elements'],
  documents: readonly SchemaDocument[],
): SchemaComponents['elements'] {
  const all = new Map(elements)
  for (const { namespace, entries = [] } of documents) {
    for (const [made, local] of entries) {
      const name = clarkName({ namespace, local: made })
      const declaration = elements.get(name)
      if (!declaration) continue
      all.delete(name)
      all.set(clarkName({ namespace, local }), { ...declaration, local })
    }
  }
  return all
}

/** What is known to whoever refers to it, even without a document. */
function withBuiltIn(documents: readonly SchemaDocument[]): readonly SchemaDocument[] {
  return [...documents, ...standIns(documents), ...encodingDocuments(documents)]
}

/** The attributes of `xml:`, where a set imports them and does not have them. */
export function standIns(documents: readonly SchemaDocument[]): readonly SchemaDocument[] {
  if (documents.some(({ namespace }) => namespace === XML_NAMESPACE)) return []
  const xml = documents.some(importsXml) ? standardSchema(XML_NAMESPACE) : undefined
  return xml ? [xml] : []
}

function importsXml({ root }: SchemaDocument): boolean {
  return partsOf(root).some(
    (node) => node.local === 'import' && valueIn(node, 'namespace') === XML_NAMESPACE,
  )
}

function makeAll<Made>(
  space: SymbolSpace,
  make: (declared: Declared) => Made,
  declarations: Declarations,
  problems: Problems,
): Map<ClarkName, Made> {
  const all = new Map<ClarkName, Made>()
  for (const declared of declarations.all(space)) {
    problems.attempt(declared.source, () => all.set(declared.name, make(declared)))
  }
  return all
}
