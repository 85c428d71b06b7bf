/** Finds the type that `$type` names in a value, and refuses one that may not stand there. */
import { clarkName } from '../../xml/tree.js'
import type {
  Derivation,
  ElementDeclaration,
  SchemaComponents,
  TypeDefinition,
} from '../components.js'
import { isDerivedFrom } from '../resolve/index.js'
import { TYPE } from './keys.js'
import { isRecord } from './kind.js'
import { own } from './record.js'
import type { Location } from './unwritable.js'
import type { Value } from './value.js'

/** @throws Unwritable for a type that is unknown, abstract, or not derived from the declared one */
export function typeOf(
  { type: declared, block }: ElementDeclaration,
  value: Value,
  { types }: SchemaComponents,
  location: Location,
): TypeDefinition {
  const name = isRecord(value) ? own(value, TYPE) : undefined
  const type = typeof name === 'string' ? types.get(name) : declared
  if (!type || (name !== undefined && typeof name !== 'string')) {
    return location.refuse(`the schema has no type ${String(name)}`, TYPE)
  }
  if (type !== declared) {
    const without = new Set<Derivation>([
      ...block,
      ...(declared.kind === 'complex' ? declared.block : []),
    ])
    // cvc-elt.4.3
    if (!isDerivedFrom(type, declared, without)) {
      location.forbid(`${clarkName(type)} may not stand for ${clarkName(declared)}`, TYPE)
    }
  }
  // cvc-type.2
  if (type.kind === 'complex' && type.abstract) {
    location.forbid(
      `${clarkName(type)} is abstract: a type that is derived from it is to be named`,
      TYPE,
    )
  }
  return type
}
