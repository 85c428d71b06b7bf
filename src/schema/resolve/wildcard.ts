/** Wildcards of `any` and `anyAttribute` elements (§3.10.2). */
import type { NamespaceConstraint, Source, Wildcard } from '../components.js'
import { itemsOf, valueIn } from '../read/values.js'

export function wildcardOf(source: Source): Wildcard {
  const { document, node } = source
  const namespaces = constraintOf(valueIn(node, 'namespace') ?? '##any', document.namespace)
  return { kind: 'any', namespaces, process: processOf(valueIn(node, 'processContents')), source }
}

function constraintOf(text: string, target: string): NamespaceConstraint {
  if (text === '##any') return { kind: 'any' }
  if (text === '##other') return { kind: 'not', namespace: target }
  const namespaces = itemsOf(text).map((item) => {
    if (item === '##targetNamespace') return target
    return item === '##local' ? '' : item
  })
  return { kind: 'in', namespaces: new Set(namespaces) }
}

function processOf(text: string | undefined): Wildcard['process'] {
  return text === 'lax' || text === 'skip' ? text : 'strict'
}
