/** What declarations of elements and of attributes have in common. */
import { attributeOf, type XmlElement } from '../../xml/tree.js'
import type { Source, ValueConstraint } from '../components.js'
import { valueIn } from '../read/values.js'

/** True if a local declaration has the target namespace: by its `form`, or by the schema's default. */
export function isQualified(
  { document, node }: Source,
  byDefault: 'elementFormDefault' | 'attributeFormDefault',
): boolean {
  return (valueIn(node, 'form') ?? valueIn(document.root, byDefault)) === 'qualified'
}

/** What `default` or `fixed` says. */
export function valueConstraintOf(node: XmlElement): ValueConstraint | undefined {
  for (const kind of ['default', 'fixed'] as const) {
    const text = attributeOf(node, '', kind)
    if (text !== undefined) return { kind, text, node }
  }
  return undefined
}
