/** Reads what was encrypted as XML that is well-formed by itself, at the place where it will stand. */
import { replaceEach } from '../../xml/characters.js'
import type { XmlLimits } from '../../xml/limits.js'
import { reading } from '../../xml/read.js'
import { childElements, hasText, inScope, type NamespaceScope } from '../../xml/tree.js'
import { Unreadable } from '../../xml/unreadable.js'
import type { Walk } from '../../xml/walk.js'
import type { PartType } from './decryption.js'

/** @returns undefined if it is not UTF-8 (XML Encryption 1.1 §4.3.3) */
export function* decodingText(pieces: readonly Buffer[]): Walk<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  try {
    for (const piece of pieces) {
      text += decoder.decode(piece, { stream: true })
      yield
    }
    return text + decoder.decode()
  } catch {
    // Octets that are no UTF-8 are the only thing that a decoder throws for.
    return undefined
  }
}

/**
 * @param around  the namespaces where it will stand
 * @returns true if it is one element, or content, that nothing around it can be closed by
 */
export function* isReadable(
  text: string,
  type: PartType,
  around: NamespaceScope,
  limits: XmlLimits,
): Walk<boolean> {
  const bound = inScope(around)
  const declarations = [...bound].map(([prefix, namespace]) => declaration(prefix, namespace))
  const namespaces = Math.max(limits.namespaces, bound.size)
  // The reader refuses an end tag that closes what it has not opened, a second root element, a
  // document type declaration and processing instructions: what is read is within this element.
  const whole = `<e${declarations.join('')}>${text}</e>`
  try {
    const root = yield* reading(whole, { ...limits, namespaces })
    return type === 'content' || (childElements(root).length === 1 && !hasText(root))
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

function declaration(prefix: string, namespace: string): string {
  const value = [
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['"', '&quot;'],
    ['\t', '&#9;'],
    ['\n', '&#10;'],
    ['\r', '&#13;'],
  ].reduce((text, [each = '', by = '']) => replaceEach(text, each, by), namespace)
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${value}"`
}
