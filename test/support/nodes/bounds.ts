/** Binds other bounds than those that a node has, so that a test meets them without waiting for long or sending much. */
import { boundsOf, type Rebind } from '../../../src/container.js'

/** Fields of bounds that are others, by the name of a transport or of a part. */
export type OtherBounds = Readonly<Record<string, Readonly<Record<string, number>>>>

/** @throws Error for bounds, or a field of them, that no node has */
export function rebindTo(others: OtherBounds): Rebind {
  return (container) => {
    for (const [name, fields] of Object.entries(others)) {
      const own = container.get(boundsOf(name))
      if (typeof own !== 'object' || own === null) throw new Error(`${name} has no bounds`)
      const unknown = Object.keys(fields).filter((field) => !Object.hasOwn(own, field))
      if (unknown.length > 0) throw new Error(`${name} has no bounds ${unknown.join(', ')}`)
      container.rebind(boundsOf(name)).toConstantValue({ ...own, ...fields })
    }
  }
}
