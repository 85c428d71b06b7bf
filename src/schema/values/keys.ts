/** The keys under which the parts of an element stand in its value: none of them is the name of an element. */
import { type ClarkName, clarkName, parseClarkName, XML_NAMESPACE } from '../../xml/tree.js'

/** Simple content beside attributes. */
export const VALUE = '$value'
/** The type that `xsi:type` names, if it is another one than the declared one. */
export const TYPE = '$type'
/** True for a nil element that has attributes. */
export const NIL = '$nil'
/** Elements that wildcards let in. */
export const ANY = '$any'
/** Text and elements in their order. */
export const CONTENT = '$content'

/** `@number`, `@xml:lang`, `@{urn:x}number`. */
export function attributeKey(name: { readonly namespace: string; readonly local: string }): string {
  return name.namespace === XML_NAMESPACE ? `@xml:${name.local}` : `@${clarkName(name)}`
}

/** The name that `attributeKey` made a key of; undefined for another key. */
export function attributeOfKey(key: string): ClarkName | undefined {
  if (!key.startsWith('@')) return undefined
  return key.startsWith('@xml:') ? `{${XML_NAMESPACE}}${key.slice(5)}` : key.slice(1)
}

/** The names in a type with the keys of their elements: `item`, and `{urn:x}item` if another namespace has an `item` there. */
export function elementKeys(names: Iterable<ClarkName>): ReadonlyMap<ClarkName, string> {
  const byLocal = new Map<string, ClarkName[]>()
  for (const name of new Set(names)) {
    const { local } = parseClarkName(name)
    const named = byLocal.get(local)
    if (named) named.push(name)
    else byLocal.set(local, [name])
  }
  const keys = new Map<ClarkName, string>()
  for (const [local, named] of byLocal) {
    for (const name of named) keys.set(name, named.length === 1 ? local : name)
  }
  return keys
}
