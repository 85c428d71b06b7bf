/** Identity constraints of `key`, `unique` and `keyref` elements (§3.11.2). */
import { clarkName } from '../../xml/tree.js'
import type { IdentityConstraint, Source } from '../components.js'
import { readField, readSelector } from '../identity/index.js'
import { SchemaProblem } from '../problem.js'
import { partOf, partsOf, valueIn } from '../read/values.js'
import type { Draft } from './draft.js'
import type { Resolution } from './resolution.js'

export function identityConstraintOf(source: Source, resolution: Resolution): IdentityConstraint {
  const { document, node } = source
  const { namespace } = document
  const local = valueIn(node, 'name') ?? ''
  const selector = partOf(node, 'selector') ?? node
  const fields = partsOf(node).filter((part) => part.local === 'field')
  const constraint: Draft<IdentityConstraint> = {
    kind: node.local === 'key' || node.local === 'unique' ? node.local : 'keyref',
    local,
    namespace,
    name: clarkName({ namespace, local }),
    selector: readSelector(valueIn(selector, 'xpath') ?? '', selector.scope),
    fields: fields.map((field) => readField(valueIn(field, 'xpath') ?? '', field.scope)),
    refer: undefined,
    source,
  }
  // sch-props-correct.2: the name of a constraint is its own in the whole schema.
  if (resolution.constraints.has(constraint.name)) {
    const sentence = `there is another identity constraint ${constraint.name}`
    throw new SchemaProblem('sch-props-correct.2', sentence, source)
  }
  resolution.constraints.set(constraint.name, constraint)
  const refer = valueIn(node, 'refer')
  if (refer !== undefined) {
    resolution.link(source, () => {
      constraint.refer = referredTo(constraint, refer, source, resolution)
    })
  }
  return constraint
}

function referredTo(
  { name, fields }: IdentityConstraint,
  qname: string,
  source: Source,
  { names, constraints }: Resolution,
): IdentityConstraint {
  const key = constraints.get(clarkName(names.refer(source, qname)))
  if (!key || key.kind === 'keyref') {
    throw new SchemaProblem('src-resolve', `there is no key or unique ${qname}`)
  }
  // c-props-correct.2: as many fields as the key has.
  if (key.fields.length !== fields.length) {
    const sentence = `${name} has ${fields.length} fields, and ${key.name} has ${key.fields.length}`
    throw new SchemaProblem('c-props-correct.2', sentence)
  }
  return key
}
