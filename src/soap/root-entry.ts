/** SOAP 1.1 §5.6: tells the serialization root in Body from the independent elements beside it. */
import { attributeOf, trimXml, type XmlElement } from '../xml/tree.js'
import { ENCODING_11 } from './version.js'

/** @returns the entries with the root first: what says so, or else the first that nothing refers to */
export function rootFirst(entries: readonly XmlElement[]): readonly XmlElement[] {
  const root = rootOf(entries)
  return root === undefined || root === entries[0]
    ? entries
    : [root, ...entries.filter((one) => one !== root)]
}

function rootOf(entries: readonly XmlElement[]): XmlElement | undefined {
  const marked = entries.find((one) => saysRoot(one, ['1', 'true']))
  if (marked) return marked
  const candidates = entries.filter((one) => !saysRoot(one, ['0', 'false']))
  const [first] = candidates
  // Nothing can refer to what has no id.
  if (!first || attributeOf(first, '', 'id') === undefined) return first
  const referred = referredIn(entries)
  return candidates.find((one) => !referred.has(attributeOf(one, '', 'id') ?? ''))
}

/** SOAP 1.1 §5.6: "labels serialization roots … with a value of "1"", and those that are none with "0". */
function saysRoot(entry: XmlElement, values: readonly string[]): boolean {
  const value = attributeOf(entry, ENCODING_11, 'root')
  return value !== undefined && values.includes(trimXml(value))
}

function referredIn(entries: readonly XmlElement[]): ReadonlySet<string> {
  const referred = new Set<string>()
  const left = [...entries]
  for (let element = left.pop(); element; element = left.pop()) {
    const href = attributeOf(element, '', 'href')
    if (href !== undefined) referred.add(trimXml(href).slice(1))
    for (const child of element.children) if (typeof child !== 'string') left.push(child)
  }
  return referred
}
