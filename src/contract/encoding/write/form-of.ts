/** As what a value is written: as what is declared of it, unless it says more, or nothing is declared. */
import type { Derivation } from '../../../schema/components.js'
import { isDerivedFrom } from '../../../schema/resolve/index.js'
import { isRecord, own, TYPE } from '../../../schema/values/index.js'
import type { Location } from '../../../schema/values/unwritable.js'
import type { Value } from '../../../schema/values/value.js'
import { ARRAY, type Form, type Forms, STRUCT } from '../forms.js'
import { simpleTypeOf } from './inferred.js'

const NONE: ReadonlySet<Derivation> = new Set()

/**
 * @returns `any` for what is no value
 * @throws Unwritable for a type that may not stand for the declared one
 */
export function formOf(value: Value, declared: Form, forms: Forms, location: Location): Form {
  const name = isRecord(value) ? own(value, TYPE) : undefined
  if (typeof name === 'string') return checked(named(name, forms), declared, location)
  if (declared.kind !== 'any') return checked(declared, declared, location)
  if (Array.isArray(value)) return ARRAY
  if (isRecord(value)) return STRUCT
  const type = simpleTypeOf(value)
  return type ? { kind: 'simple', type } : declared
}

function named(name: string, forms: Forms): Form {
  const type = forms.schema.types.get(name)
  return type ? forms.of(type) : { kind: 'struct', type: undefined, named: name }
}

function checked(form: Form, declared: Form, location: Location): Form {
  const type = form.kind === 'struct' ? form.type : undefined
  if (declared.kind === 'struct' && declared.type) {
    if (!type || !isDerivedFrom(type, declared.type, NONE)) {
      location.refuse('the type may not stand for the declared one', TYPE)
    }
  }
  if (type?.abstract) {
    location.forbid('its type is abstract: a type that is derived from it is to be named', TYPE)
  }
  return form
}
