/** Looks into schemas: what stands below a key, whatever optional, union or default is around it. */
import type { z } from 'zod'

/** A schema as far as it is looked into; the checker's own types do not fit all of them. */
export interface Schema {
  readonly def: {
    readonly type: string
    readonly innerType?: Schema
    readonly element?: Schema
    readonly valueType?: Schema
    readonly options?: readonly Schema[]
    readonly catchall?: Schema
    readonly in?: Schema
    readonly out?: Schema
    readonly left?: Schema
    readonly right?: Schema
  }
  readonly shape?: Readonly<Record<string, Schema>>
  /** The small form of the checker, which a transport of somebody else may use, has none. */
  meta?(): Readonly<Record<string, unknown>> | undefined
}

/** What a value may be: the schema, or those that it wraps, each as it stands. */
export function alternatives(schema: z.ZodType): readonly Schema[] {
  return unwrapped(schema as unknown as Schema)
}

function unwrapped(schema: Schema): readonly Schema[] {
  const { innerType, options = [], in: from, out, left, right } = schema.def
  const inner = [innerType, ...options, from, out, left, right].filter((one) => one !== undefined)
  // What a wrapper says about itself holds for what is in it.
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap(unwrapped)]
}

/** What the value of a key, or an entry of a list, may be; empty if the schemas do not say. */
export function below(schemas: readonly Schema[], key: PropertyKey): readonly Schema[] {
  return schemas.flatMap((schema) => {
    const { shape, def } = schema
    const { type, element, valueType, catchall } = def
    // Nobody says what is in it either.
    if (type === 'unknown' || type === 'any') return [schema]
    const named = shape && Object.hasOwn(shape, key) ? shape[String(key)] : catchall
    const found = named ?? element ?? valueType
    return found ? unwrapped(found) : []
  })
}

/** True if it, or what it wraps, is marked so, as the kinds of values are. */
export function isMarked(schemas: readonly Schema[], mark: 'secret' | 'file' | 'login'): boolean {
  return schemas.some((schema) => schema.meta?.()?.[mark] === true)
}
