/** Tells which simple types have values that the whole message, or the schema, is asked about. */
import type { NamespaceScope } from '../../xml/tree.js'
import type { SimpleType } from '../components.js'
import { memberOf } from '../simple/index.js'

export type Tracked = 'ID' | 'IDREF' | 'ENTITY' | 'NOTATION'

/** What every value of a type is; `parts` where it is to be looked at; undefined if no value is tracked. */
export function tracking(type: SimpleType): Tracked | 'parts' | undefined {
  const seen = new Set([type])
  for (const one of seen) {
    if (trackedAs(one)) return one === type ? trackedAs(one) : 'parts'
    for (const member of one.members) seen.add(member)
    if (one.item) seen.add(one.item)
  }
  return undefined
}

/** The values of a valid text that are of such types. */
export function* trackedIn(
  type: SimpleType,
  text: string,
  scope: NamespaceScope,
): Generator<readonly [Tracked, string], void, undefined> {
  const member = type.variety === 'union' ? memberOf(type, text, scope) : type
  if (member.variety === 'list' && member.item) {
    const { item } = member
    for (const value of text.split(' ')) {
      const one = item.variety === 'union' ? memberOf(item, value, scope) : item
      const kind = trackedAs(one)
      if (kind && value !== '') yield [kind, value]
    }
    return
  }
  const kind = trackedAs(member)
  if (kind) yield [kind, text]
}

function trackedAs({ variety, builtIn, primitive }: SimpleType): Tracked | undefined {
  if (variety !== 'atomic') return undefined
  if (primitive === 'NOTATION') return 'NOTATION'
  return builtIn === 'ID' || builtIn === 'IDREF' || builtIn === 'ENTITY' ? builtIn : undefined
}
