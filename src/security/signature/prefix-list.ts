/** Finds the prefixes that a PrefixList must have, so that a signature covers what prefixes in values stand for. */
import { isNcName } from '../../xml/characters.js'
import { inScope } from '../../xml/scope.js'
import type { XmlElement } from '../../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../../xml/walk.js'
import { refused } from './shape.js'

/** Prefixes of one PrefixList: as many as can be in scope. */
const MAX_PREFIXES = 256

/** Exclusive XML Canonicalization §4: stands for the default namespace. */
const DEFAULT = '#default'

/**
 * BSP 1.1 R5407 and R5408: the default namespace and the prefixes in scope of the element that it does not
 * visibly utilize; also those that are declared within it where no name has them, as no canonical form says
 * them, either. Whether there is a default namespace is covered, too.
 *
 * @returns `''` for the default namespace
 * @throws TypeError for more than whoever verifies it takes
 */
export function* listingPrefixes(element: XmlElement): Walk<ReadonlySet<string>> {
  const bound = ['', ...inScope(element.scope).keys()]
  const found = new Set(bound.filter((prefix) => !utilizes(element, prefix)))
  const pace = new Pace()
  const left: XmlElement[] = [element]
  for (let parent = left.pop(); parent; parent = left.pop()) {
    for (const child of parent.children) {
      if (typeof child === 'string') continue
      left.push(child)
      if (child.scope === parent.scope) continue
      for (const { prefix } of child.scope.declarations) {
        if (!utilizes(child, prefix)) found.add(prefix)
      }
    }
    if (pace.done(ELEMENT * (1 + parent.children.length))) yield
  }
  if (found.size <= MAX_PREFIXES) return found
  throw new TypeError(
    `${element.local} cannot be signed: it has more than ${MAX_PREFIXES} prefixes`,
  )
}

/** Exclusive XML Canonicalization §1.1: by its own name, or by that of an attribute. */
export function utilizes({ prefix: own, attributes }: XmlElement, prefix: string): boolean {
  if (prefix === own || prefix === 'xml') return true
  return prefix !== '' && attributes.some((attribute) => attribute.prefix === prefix)
}

/** The text of a PrefixList. */
export function writePrefixes(prefixes: ReadonlySet<string>): string {
  return [...prefixes].map((prefix) => (prefix === '' ? DEFAULT : prefix)).join(' ')
}

/** Exclusive XML Canonicalization §4: NMTOKENS. @throws SecurityFailure */
export function readPrefixes(list: string): ReadonlySet<string> {
  const prefixes = list.split(/[ \t\r\n]+/, MAX_PREFIXES + 1).filter((prefix) => prefix !== '')
  if (prefixes.length > MAX_PREFIXES) throw refused('PrefixList has too many prefixes')
  return new Set(
    prefixes.map((prefix) => {
      if (prefix === DEFAULT) return ''
      if (!isNcName(prefix)) throw refused('PrefixList has what is no prefix')
      return prefix
    }),
  )
}
