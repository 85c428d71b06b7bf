/** What an operation needs whose messages are encoded: the codec of its types, and which part of an answer is its result. */
import type { ElementDeclaration } from '../../schema/components.js'
import { mappingOf, type ValueOptions } from '../../schema/values/index.js'
import type { ClarkName } from '../../xml/tree.js'
import type { TypedSchema } from '../typed-schema.js'
import { Codec } from './codec.js'

export interface EncodedOperation {
  readonly codec: Codec
  /** Name of the return value among the values of an answer; undefined for none. */
  readonly result: string | undefined
  /** True if answers are checked against the types. */
  readonly checked: boolean
}

/** The names of an operation's entries; undefined for none. */
export interface EntryNames {
  /** Of the request. */
  readonly entry: ClarkName | undefined
  /** Of the answer. */
  readonly response: ClarkName | undefined
}

export function encodedOperation(
  { entry, response }: EntryNames,
  typed: TypedSchema | undefined,
  values: ValueOptions | undefined,
  checked: boolean,
): EncodedOperation {
  const declared = (name: ClarkName | undefined) =>
    name === undefined ? undefined : typed?.elements.get(name)
  const result = resultOf(declared(entry), declared(response))
  return { codec: new Codec(typed?.compiled.components, values), result, checked }
}

/** SOAP 1.1 §7.1: the first accessor of an answer is the return value, unless it is a parameter that goes both ways. */
function resultOf(
  request: ElementDeclaration | undefined,
  response: ElementDeclaration | undefined,
): string | undefined {
  const [first] = keysOf(response)
  return first === undefined || keysOf(request).includes(first) ? undefined : first
}

function keysOf(declaration: ElementDeclaration | undefined): readonly string[] {
  if (declaration?.type.kind !== 'complex') return []
  const { content } = mappingOf(declaration.type)
  return content.kind === 'elements' ? content.fields.map(({ key }) => key) : []
}
