/** The schemas of a node's operations and header blocks, each read once. */
import type { CompiledSchema } from '../schema/validate/index.js'
import { compileSchema } from '../schema/waybill.js'
import { type TypedOptions, TypedSchema } from './typed-schema.js'

export class TypedSchemas {
  readonly #options: TypedOptions
  readonly #known = new Map<string, TypedSchema>()

  constructor(options: TypedOptions = {}) {
    this.#options = options
  }

  /**
   * @param file      absolute path of a schema
   * @param compiled  what it was compiled to, if it was already
   * @throws InvalidSchema
   */
  of(file: string, compiled?: CompiledSchema | undefined): TypedSchema {
    const known = this.#known.get(file)
    if (known) return known
    const made = new TypedSchema(compiled ?? compileSchema([file]), this.#options)
    this.#known.set(file, made)
    return made
  }
}
