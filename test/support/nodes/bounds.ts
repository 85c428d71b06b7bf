/** Binds other bounds than those that a node has, so that a test meets them without waiting for long or sending much. */
import { boundsOf, type Rebind } from '../../../src/container.js'

/** Fields of bounds that are others; a group of fields by its name. */
interface Others {
  readonly [field: string]: number | Others
}

/** By the name of a transport or of a part. */
export type OtherBounds = Readonly<Record<string, Others>>

/** @throws Error for bounds, or a field of them, that no node has */
export function rebindTo(others: OtherBounds): Rebind {
  return (container) => {
    for (const [name, fields] of Object.entries(others)) {
      const own = container.get(boundsOf(name))
      container.rebind(boundsOf(name)).toConstantValue(changed(name, own, fields))
    }
  }
}

function changed(name: string, own: unknown, others: Others): object {
  if (typeof own !== 'object' || own === null) throw new Error(`${name} has no bounds`)
  const fields: Record<string, unknown> = { ...own }
  for (const [field, other] of Object.entries(others)) {
    const path = `${name}.${field}`
    if (!Object.hasOwn(own, field)) throw new Error(`there is no bound ${path}`)
    fields[field] = typeof other === 'number' ? other : changed(path, fields[field], other)
  }
  return fields
}
