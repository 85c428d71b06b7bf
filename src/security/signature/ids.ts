/** Finds the elements that ids name: those of the specifications only, and none that stands twice in any form. */
import { childElements, isNamed, type XmlElement } from '../../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../../xml/walk.js'
import { SecurityFailure } from '../failure.js'
import { DS, DS11, SOAP_SEC, WSSE, WSU, XENC, XENC11 } from '../names.js'

/** What is known of a value that an attribute called Id, ID or id has somewhere. */
type IdTarget = { readonly element: XmlElement | undefined } | 'twice'

export class Ids {
  readonly #targets: ReadonlyMap<string, IdTarget>

  constructor(target: ReadonlyMap<string, IdTarget>) {
    this.#targets = target
  }

  /** @throws SecurityFailure for an id that stands twice */
  readonly elementOf = (id: string): XmlElement | undefined => {
    const target = this.#targets.get(id)
    // WSS 1.1 §4.1: "Two wsu:Id attributes within an XML document MUST NOT have the same value."
    if (target === 'twice') {
      throw new SecurityFailure('InvalidSecurity', `the id ${JSON.stringify(id)} stands twice`)
    }
    return target?.element
  }

  /** True if any attribute that looks like an id has this value. */
  has(id: string): boolean {
    return this.#targets.has(id)
  }
}

/**
 * Reads the ids of a document. Any two attributes called Id, ID or id with one value, in whatever
 * namespace, make it ambiguous: other software may take the one that this node does not.
 *
 * @param root    the Envelope
 * @param strict  false: Id and id without a namespace count on Body, on blocks, and on a Timestamp too
 */
export function* readingIds(root: XmlElement, strict: boolean): Walk<Ids> {
  const targets = new Map<string, IdTarget>()
  const parts = strict ? NO_PARTS : partsOf(root)
  const pace = new Pace()
  const left: XmlElement[] = [root]
  for (let element = left.pop(); element; element = left.pop()) {
    const { attributes, children } = element
    for (const { namespace, local, value } of attributes) {
      if (local !== 'Id' && local !== 'id' && local !== 'ID') continue
      const named =
        namespace === ''
          ? (local === 'Id' && WITH_OWN_ID.has(element.namespace)) ||
            (local !== 'ID' && parts.has(element))
          : (local === 'Id' && namespace === WSU) || (local === 'id' && namespace === SOAP_SEC)
      targets.set(value, targets.has(value) ? 'twice' : { element: named ? element : undefined })
    }
    for (const child of children) if (typeof child !== 'string') left.push(child)
    if (pace.done(ELEMENT * (1 + attributes.length))) yield
  }
  return new Ids(targets)
}

/** XML Signature and XML Encryption give their elements an Id without a namespace. */
const WITH_OWN_ID: ReadonlySet<string> = new Set([DS, DS11, XENC, XENC11])

const NO_PARTS: ReadonlySet<XmlElement> = new Set()

/** Header, its blocks, Timestamps right in these, Body and what else is right inside Envelope. */
function partsOf(root: XmlElement): ReadonlySet<XmlElement> {
  const parts = childElements(root)
  const header = parts.find((part) => isNamed(part, root.namespace, 'Header'))
  const blocks = header ? childElements(header) : []
  const timestamps = blocks
    .filter((block) => isNamed(block, WSSE, 'Security'))
    .flatMap((block) => childElements(block).filter((one) => isNamed(one, WSU, 'Timestamp')))
  return new Set([...parts, ...blocks, ...timestamps])
}
