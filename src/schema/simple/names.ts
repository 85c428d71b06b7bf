/** Types whose texts are names: of XML, of languages, of notations. */
import { endOfName, isNcName, isNmtoken } from '../../xml/characters.js'
import { clarkName, type NamespaceScope, namespaceOf } from '../../xml/tree.js'

export { isNcName, isNmtoken }

export function isName(text: string): boolean {
  return text !== '' && endOfName(text, 0) === text.length
}

/** §3.3.3: `[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*`. */
export function isLanguage(text: string): boolean {
  let length = 0
  let first = true
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x2d) {
      if (length === 0) return false
      length = 0
      first = false
    } else {
      length += 1
      if (length > 8 || !(isLetter(code) || (!first && code >= 0x30 && code <= 0x39))) return false
    }
  }
  return length > 0
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

/** Namespaces in XML §4 [7]: a QName is an NCName, or two with a colon between. */
export function isQName(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon === -1) return isName(text)
  const last = text.length - 1
  if (colon === 0 || colon === last || text.indexOf(':', colon + 1) !== -1) return false
  return endOfName(text, 0) === text.length && endOfName(text, colon + 1) === text.length
}

/** True if the prefix of a QName stands for a namespace; one without a prefix is right anywhere. */
export function isBound(text: string, scope: NamespaceScope): boolean {
  const colon = text.indexOf(':')
  return colon === -1 || namespaceOf(scope, text.slice(0, colon)) !== undefined
}

/** §3.2.18: the pair of a namespace name and a local part; undefined if the prefix is not bound. */
export function expandedName(text: string, scope: NamespaceScope): string | undefined {
  const colon = text.indexOf(':')
  const namespace = namespaceOf(scope, colon === -1 ? '' : text.slice(0, colon))
  return namespace === undefined
    ? undefined
    : clarkName({ namespace, local: text.slice(colon + 1) })
}
