/** The prefixes that a sample is written with: those of the schema documents, as far as they are clear. */
import { inScope, XML_NAMESPACE, type XmlElement, XSI_NAMESPACE } from '../../xml/tree.js'
import type { SchemaComponents } from '../components.js'

/** The namespace of each prefix. */
export type Prefixes = ReadonlyMap<string, string>

export function prefixesOf({ documents }: SchemaComponents): Prefixes {
  const prefixes = new Map([['xsi', XSI_NAMESPACE]])
  for (const { root } of documents) {
    for (const [prefix, namespace] of inScope(root.scope)) {
      if (prefix !== '' && namespace !== '' && !prefixes.has(prefix))
        prefixes.set(prefix, namespace)
    }
  }
  const known = new Set([...prefixes.values(), XML_NAMESPACE, ''])
  for (const { namespace } of documents) {
    if (known.has(namespace)) continue
    known.add(namespace)
    let prefix = 'm'
    for (let n = 2; prefixes.has(prefix); n += 1) prefix = `m${n}`
    prefixes.set(prefix, namespace)
  }
  return prefixes
}

/** Those that a tree refers to, in names or in values. */
export function usedIn(root: XmlElement, prefixes: Prefixes): Prefixes {
  const used = new Set<string>()
  const texts: string[] = []
  const open: XmlElement[] = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    used.add(element.prefix)
    for (const { prefix, value } of element.attributes) {
      used.add(prefix)
      texts.push(value)
    }
    for (const child of element.children) {
      if (typeof child === 'string') texts.push(child)
      else open.push(child)
    }
  }
  for (const text of texts) {
    for (const [, prefix = ''] of text.matchAll(/(?:^|\s)([^\s:]+):/g)) used.add(prefix)
  }
  return new Map([...prefixes].filter(([prefix]) => used.has(prefix)))
}
