/** What the encodings make of the types of a schema: simple values, structs, arrays, or anything. */
import type {
  ComplexType,
  SchemaComponents,
  SimpleType,
  TypeDefinition,
} from '../../schema/components.js'
import { ANY_TYPE } from '../../schema/resolve/index.js'
import { isSoapEncoding } from '../../schema/resolve/soap-encoding.js'
import { type SoapArray, soapArrayOf } from '../../schema/soap-array.js'
import { XSD_NAMESPACE } from '../../xml/tree.js'

export type Form =
  /** The message says what it is. */
  | { readonly kind: 'any' }
  | { readonly kind: 'simple'; readonly type: SimpleType }
  /** `type` is undefined for a compound of which nothing is declared; `named` if the message names a type nobody knows. */
  | { readonly kind: 'struct'; readonly type: ComplexType | undefined; readonly named?: string }
  | ArrayForm

export interface ArrayForm extends SoapArray {
  readonly kind: 'array'
  /** undefined for an array of which only the items are known. */
  readonly type: ComplexType | undefined
}

export const ANY: Form = { kind: 'any' }
export const STRUCT: Form = { kind: 'struct', type: undefined }
export const ARRAY: ArrayForm = { kind: 'array', type: undefined, item: undefined, ranks: [1] }

const NO_TYPES: Pick<SchemaComponents, 'types' | 'elements'> = {
  types: new Map(),
  elements: new Map(),
}

export class Forms {
  readonly schema: Pick<SchemaComponents, 'types' | 'elements'>
  readonly #forms = new Map<TypeDefinition, Form>()

  /** @param schema  undefined if nothing is declared */
  constructor(schema: Pick<SchemaComponents, 'types' | 'elements'> = NO_TYPES) {
    this.schema = schema
  }

  /** The same object for the same type. */
  of(type: TypeDefinition | undefined): Form {
    if (!type) return ANY
    const form = this.#forms.get(type)
    if (form) return form
    const made = this.#make(type)
    this.#forms.set(type, made)
    return made
  }

  /** The form of the items of an array: those of an outer one are arrays themselves. */
  itemOf({ item, ranks }: ArrayForm): Form {
    const inner = ranks.slice(1)
    return inner.length > 0 ? { kind: 'array', type: undefined, item, ranks: inner } : this.of(item)
  }

  #make(type: TypeDefinition): Form {
    if (type.kind === 'simple') {
      const any = type.namespace === XSD_NAMESPACE && type.local === 'anySimpleType'
      return any ? ANY : { kind: 'simple', type }
    }
    if (type === ANY_TYPE) return ANY
    const array = soapArrayOf(type, this.schema)
    if (array) return { kind: 'array', type, ...array }
    const compound = isSoapEncoding(type.namespace) && type.local === 'Struct'
    return compound ? STRUCT : { kind: 'struct', type }
  }
}
