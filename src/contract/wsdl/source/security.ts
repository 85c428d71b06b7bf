/** The assertions of WS-SecurityPolicy in a contract: what they ask for, and how they are left out. */
import {
  type Definitions,
  valueIn,
  type WsdlDocument,
} from '../../../schema/definitions/definitions.js'
import {
  POLICY_NAMESPACES,
  SECURITY_POLICY_NAMESPACES,
  WSDL_NAMESPACE,
} from '../../../schema/definitions/vocabulary.js'
import type { Cut } from '../../../xml/splice.js'
import { childElements, isNamed, type XmlElement } from '../../../xml/tree.js'
import { leaveOut } from './cuts.js'

const isAssertion = ({ namespace }: XmlElement) => SECURITY_POLICY_NAMESPACES.includes(namespace)

const isPolicy = ({ namespace, local }: XmlElement, name: string) =>
  local === name && POLICY_NAMESPACES.includes(namespace)

/** Policies that stand elsewhere, of which nobody here knows what they ask for. */
function isForeign(node: XmlElement, { documents }: Definitions): boolean {
  const uri = isPolicy(node, 'PolicyReference') ? valueIn(node, 'URI') : undefined
  if (uri === undefined || uri.startsWith('#')) return false
  const named = documents.flatMap(({ root }) => [
    ...outermost(root, (one) => isPolicy(one, 'Policy') && valueIn(one, 'Name') === uri),
  ])
  return named.length === 0
}

/** Without them the policies of the contract, and what refers to them, stand as they were written. */
export function securityCuts(document: WsdlDocument, definitions: Definitions): readonly Cut[] {
  const left = outermost(document.root, (node) => isAssertion(node) || isForeign(node, definitions))
  return [...left].map(({ node, parent }) => {
    if (!isPolicy(parent, 'ExactlyOne')) return leaveOut(document, node)
    // WS-Policy 1.5 §4.3.1: without an alternative a policy could not be met at all.
    const prefix = parent.prefix === '' ? '' : `${parent.prefix}:`
    return { start: node.start, end: node.end, insert: `<${prefix}All/>` }
  })
}

/** What the policies of a contract ask for, each as a path such as `SignedParts/Body`. */
export function requiredAssertions(definitions: Definitions): ReadonlySet<string> {
  const foreign = definitions.documents.flatMap(({ root }) => [
    ...outermost(root, (node) => isForeign(node, definitions)),
  ])
  return new Set([
    ...definitions.documents.flatMap(({ root }) => assertionsIn(root)),
    ...foreign.map(({ node }) => `the policy at ${valueIn(node, 'URI')}`),
  ])
}

/** The innermost assertions below an element, as paths. */
export function assertionsIn(root: XmlElement): readonly string[] {
  return [...outermost(root, isAssertion)].flatMap(({ node }) => {
    const inside = assertionsIn(node)
    // Of sp:Header.
    const [local, namespace] = [valueIn(node, 'Name'), valueIn(node, 'Namespace')]
    const header = local ?? namespace
    const name = header === undefined ? node.local : `${node.local} ${header}`
    return inside.length === 0 ? [name] : inside.map((path) => `${name}/${path}`)
  })
}

interface Found {
  readonly node: XmlElement
  readonly parent: XmlElement
}

/** The outermost elements of a kind below one; those of the schemas in a document are none. */
function* outermost(parent: XmlElement, wanted: (node: XmlElement) => boolean): Generator<Found> {
  for (const node of childElements(parent)) {
    if (isNamed(node, WSDL_NAMESPACE, 'types')) continue
    if (wanted(node)) yield { node, parent }
    else yield* outermost(node, wanted)
  }
}
