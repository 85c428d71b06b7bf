/** Makes schemas of one namespace one schema: many tools heed only the first of several. */
import { attributeOf, childElements, inScope, type XmlElement } from '../../xml/tree.js'
import { isXsd } from './standalone-schema.js'

/**
 * @param roots  as they stand in a WSDL
 * @returns their namespaces in the same order
 */
export function mergedSchemas(roots: readonly XmlElement[]): readonly XmlElement[] {
  const groups = new Map<string, XmlElement[]>()
  // Those that heed what a schema says for all come first: the others can join any of them.
  const sorted = [...roots.filter(heedsForms), ...roots.filter((root) => !heedsForms(root))]
  for (const root of sorted) {
    const key = heedsForms(root) ? keyOf(root) : (joined(root, groups) ?? keyOf(root))
    groups.set(key, [...(groups.get(key) ?? []), root])
  }
  const all = [...groups.values()].flatMap(([first, ...more]) =>
    first ? [merged(first, more)] : [],
  )
  const order = roots.map(namespaceOf)
  return all.sort(
    (one, other) => order.indexOf(namespaceOf(one)) - order.indexOf(namespaceOf(other)),
  )
}

const namespaceOf = (root: XmlElement) => attributeOf(root, '', 'targetNamespace')

/** What a schema says for all that it declares: schemas that say the same can be one. */
function keyOf(root: XmlElement): string {
  const forms = ['elementFormDefault', 'attributeFormDefault']
    .map((name) => attributeOf(root, '', name) ?? '')
    .map((form) => (form === 'unqualified' ? '' : form))
  return JSON.stringify([namespaceOf(root), ...derivations(root), ...forms])
}

const derivations = (root: XmlElement) => [
  attributeOf(root, '', 'blockDefault') ?? '',
  attributeOf(root, '', 'finalDefault') ?? '',
]

/** A group of the same namespace, whatever its forms. */
function joined(root: XmlElement, groups: ReadonlyMap<string, unknown>): string | undefined {
  const start = JSON.stringify([namespaceOf(root), ...derivations(root)])
  return [...groups.keys()].find((key) => key.startsWith(`${start.slice(0, -1)},`))
}

/** True if something in it is declared that is not global, and says no form of its own. */
function heedsForms(root: XmlElement): boolean {
  const open = childElements(root).flatMap(childElements)
  for (let next = open.pop(); next; next = open.pop()) {
    const declares = isXsd(next, 'element', 'attribute') && attributeOf(next, '', 'name')
    if (declares && attributeOf(next, '', 'form') === undefined) return true
    open.push(...childElements(next))
  }
  return false
}

function merged(first: XmlElement, more: readonly XmlElement[]): XmlElement {
  if (more.length === 0) return first
  const all = [...first.children, ...more.flatMap(withScopes)]
  // XSD Part 1 §3.15.2: what is imported stands before what is declared.
  const imports = new Map(
    all.flatMap((child) =>
      isXsd(child, 'import') ? [[attributeOf(child, '', 'namespace'), child] as const] : [],
    ),
  )
  const children = [
    ...[...imports.values()].flatMap((node) => ['\n  ', node]),
    ...all.filter((child) => !isXsd(child, 'import')),
  ]
  return { ...first, children }
}

/** Prefixes in values keep what they mean in another place. */
function withScopes({ scope, children }: XmlElement): XmlElement['children'] {
  return children.map((child) => {
    if (typeof child === 'string') return child
    // What was included has got its namespace at its root.
    const bound = new Map([...inScope(scope), ...inScope(child.scope)])
    const declarations = [...bound].map(([prefix, namespace]) => ({ prefix, namespace }))
    return { ...child, scope: { declarations, parent: undefined } }
  })
}
