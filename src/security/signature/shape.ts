/** What the elements of a signature may have in them: each check refuses what is beyond it. */
import { includedIn } from '../../xml/binary.js'
import { attributeOf, elementText, isNamed, trimXml, type XmlElement } from '../../xml/tree.js'
import { SecurityFailure } from '../failure.js'
import { DS } from '../names.js'

type DsElement = XmlElement & { readonly namespace: typeof DS }

/** The one attribute of methods and transforms. */
export const ALGORITHM: readonly string[] = ['Algorithm']
export const NO_ATTRIBUTES: readonly string[] = []

export function refused(why: string): SecurityFailure {
  return new SecurityFailure('InvalidSecurity', why)
}

export function unsupported(what: string, algorithm: string): SecurityFailure {
  return new SecurityFailure('UnsupportedAlgorithm', `${what} ${JSON.stringify(algorithm)}`)
}

export function isDs(element: XmlElement | undefined, local: string): element is DsElement {
  return element !== undefined && isNamed(element, DS, local)
}

/** The elements in an element that has no text and no attributes but these. */
export function partsOf(element: XmlElement, attributes: readonly string[]): readonly XmlElement[] {
  checkAttributes(element, attributes)
  const parts: XmlElement[] = []
  for (const child of element.children) {
    if (typeof child !== 'string') parts.push(child)
    else if (trimXml(child) !== '') throw refused(`${element.local} holds text`)
  }
  return parts
}

/** The text in an element that has no elements and no attributes but these, or bytes in place of it. */
export function textOnly(element: XmlElement, attributes: readonly string[]): string {
  checkAttributes(element, attributes)
  if (includedIn(element.children)) return elementText(element)
  const [text = '', more] = element.children
  if (typeof text !== 'string' || more !== undefined) {
    throw refused(`${element.local} holds an element`)
  }
  return text
}

/** The value of an Algorithm attribute. */
export function algorithmOf(element: XmlElement): string {
  const algorithm = attributeOf(element, '', 'Algorithm')
  if (algorithm === undefined) throw refused(`${element.local} has no Algorithm`)
  return algorithm
}

function checkAttributes({ attributes, local }: XmlElement, allowed: readonly string[]): void {
  for (const attribute of attributes) {
    if (attribute.namespace !== '' || !allowed.includes(attribute.local)) {
      throw refused(`${local} has the attribute ${JSON.stringify(attribute.local)}`)
    }
  }
}
