/** Signs messages as other software does: by exclusive canonicalization, with the PrefixLists that it writes, or without. */
import { canonicalizing } from '../../../src/xml/canonical.js'
import { readDocument } from '../../../src/xml/read.js'
import { attributeOf, type XmlElement } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { signed } from './forge/sign.js'
import {
  exclusive,
  reference,
  timestamp,
  token,
  tokenReference,
  toToken,
  WSSE,
  WSU,
} from './forge/texts.js'
import type { Issued } from './issue.js'

/** Stands in a Header for the security block. */
export const SECURITY = '<security/>'

/** The PrefixList of each element that is signed, by its wsu:Id; an empty one is not written. */
export type Lists = Readonly<Record<string, string>>

export interface Signing {
  readonly lists?: Lists
  readonly at?: number
  /** URI. Default: as the key is, with SHA-256. */
  readonly algorithm?: string
}

/** @param text  an envelope with `SECURITY` in its Header; its Body has the wsu:Id `Body` */
export function foreignSigned(
  text: string,
  signer: Issued,
  { lists = { Body: '' }, at = Date.now(), algorithm }: Signing = {},
): string {
  const time = timestamp(at)
  const root = readDocument(text)
  const references = Object.entries(lists).map(([id, list]) => {
    const element = elementWith(id, root)
    if (!element) throw new Error(`no element has the wsu:Id ${id}`)
    const inclusive = new Set(
      list
        .split(' ')
        .filter((one) => one !== '')
        .map((one) => (one === '#default' ? '' : one)),
    )
    const transforms = [exclusive(list === '' ? undefined : list)]
    return reference(`#${id}`, canonical(element, inclusive), transforms)
  })
  const keyInfo = tokenReference(toToken())
  const all = [reference('#Time', time), ...references]
  const block =
    `<wsse:Security xmlns:wsse="${WSSE}">${token(signer.certificate.raw)}${time}` +
    `${signed(all, signer.key, keyInfo, algorithm === undefined ? {} : { algorithm })}</wsse:Security>`
  return text.replace(SECURITY, block)
}

function canonical(element: XmlElement, inclusive: ReadonlySet<string>): string {
  let text = ''
  const walk = canonicalizing(element, { inclusive }, (piece) => {
    text += piece
  })
  atOnce(walk)
  return text
}

function elementWith(id: string, root: XmlElement): XmlElement | undefined {
  const left = [root]
  for (let element = left.pop(); element; element = left.pop()) {
    if (attributeOf(element, WSU, 'Id') === id) return element
    for (const child of element.children) if (typeof child !== 'string') left.push(child)
  }
  return undefined
}
