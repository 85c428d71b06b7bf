/** The schemas of operations, header blocks and calls: each is read once, whatever is chosen about its values. */
import type { CompiledSchema } from '../schema/validate/index.js'
import type { ValueOptions } from '../schema/values/index.js'
import { compileSchema } from '../schema/waybill.js'
import type { ParameterOrder } from './arrange.js'
import { TypedSchema } from './typed-schema.js'

export class TypedSchemas {
  readonly #parameters: ParameterOrder | undefined
  readonly #compiled = new Map<string, CompiledSchema>()
  /** By what is chosen, and by file. */
  readonly #typed = new Map<string, TypedSchema>()

  constructor(parameters?: ParameterOrder | undefined) {
    this.#parameters = parameters
  }

  /**
   * @param file      absolute path of a schema
   * @param compiled  what it was compiled to, if it was already
   * @throws InvalidSchema
   */
  of(
    file: string,
    compiled?: CompiledSchema | undefined,
    { dates = 'text', decimals = 'text', binary = 'bytes' }: ValueOptions = {},
  ): TypedSchema {
    const key = `${dates} ${decimals} ${binary} ${file}`
    const existing = this.#typed.get(key)
    if (existing) return existing
    const schema = compiled ?? this.#compiled.get(file) ?? compileSchema([file])
    const made = new TypedSchema(schema, { dates, decimals, binary, parameters: this.#parameters })
    this.#compiled.set(file, schema)
    this.#typed.set(key, made)
    return made
  }
}
