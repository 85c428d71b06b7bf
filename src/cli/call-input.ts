/** What `waybill call` sends: parameters from the command line, header blocks and bodies from files. */
import { readFileSync } from 'node:fs'
import { wsa } from '../addressing/faults.js'
import { isAbsoluteIri } from '../addressing/iri.js'
import { codeOf } from '../base/errno.js'
import type { Value, Values } from '../plugin.js'
import { SOAP_11, SOAP_12, type VersionName } from '../soap/version.js'
import { isNcName } from '../xml/characters.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import { isNamed, parseClarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { WrongUsage } from './report-error.js'

/** Texts of one name, or what is below it; names keep the order in which they came. */
interface Branch {
  readonly texts: string[]
  readonly below: Map<string, Branch>
}

/**
 * Reads `name=value`. A repeated name is a list; a dot steps into an element (`customer.city=Graz`), a
 * number chooses one of several (`line.0.sku=A line.1.sku=B`), and `\.` is a dot of the name itself.
 */
export function parametersOf(pairs: readonly string[]): Values {
  const root: Branch = { texts: [], below: new Map() }
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const steps = stepsOf(pair.slice(0, Math.max(equals, 0)))
    if (!isNcName(steps[0] ?? '') || !steps.every((step) => isNcName(step) || isIndex(step))) {
      throw new WrongUsage(`${pair}: expected name=value`)
    }
    let at = root
    for (const step of steps) {
      const next = at.below.get(step) ?? { texts: [], below: new Map() }
      at.below.set(step, next)
      at = next
    }
    at.texts.push(pair.slice(equals + 1))
  }
  return recordOf(root, '')
}

function stepsOf(name: string): readonly string[] {
  return name.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'))
}

function isIndex(step: string): boolean {
  return /^\d{1,6}$/.test(step)
}

function recordOf({ below }: Branch, path: string): Values {
  return Object.fromEntries(
    [...below].map(([name, inner]) => [name, valueIn(inner, path + name)] as const),
  )
}

function valueIn(branch: Branch, path: string): Value {
  const { texts, below } = branch
  const indexes = [...below.keys()].filter(isIndex)
  if ((texts.length > 0 && below.size > 0) || (indexes.length > 0 && indexes.length < below.size)) {
    throw new WrongUsage(`${path}: expected a value, or names below it, or numbers below it`)
  }
  if (indexes.length > 0) {
    const sorted = indexes.toSorted((one, two) => Number(one) - Number(two))
    return sorted.map((index) => valueIn(below.get(index) ?? branch, `${path}.${index}`))
  }
  if (below.size > 0) return recordOf(branch, `${path}.`)
  return texts.length > 1 ? texts : texts[0]
}

export function headerBlock(file: string): XmlElement {
  return readElement(file).element
}

/** A body from a file: its entry, or the text of a whole envelope with its SOAP version. */
export type Body =
  | { readonly entry: XmlElement }
  | { readonly envelope: string; readonly soap: VersionName }

export function bodyOf(file: string): Body {
  const { element, text } = readElement(file)
  const version = [SOAP_11, SOAP_12].find(({ namespace }) =>
    isNamed(element, namespace, 'Envelope'),
  )
  // It is sent in UTF-8, whatever its declaration says of the file.
  if (version) return { envelope: text.slice(element.start, element.end), soap: version.name }
  return { entry: element }
}

function readElement(file: string): { readonly element: XmlElement; readonly text: string } {
  try {
    const text = decodeText(readFileSync(file))
    return { element: readDocument(text), text }
  } catch (error) {
    const reason = error instanceof Unreadable ? error.message : codeOf(error)
    throw new WrongUsage(`${file}: expected a file with one XML element (${reason})`)
  }
}

/** WS-Addressing's blocks for a message with an id: Action is required beside it. */
export function addressingBlocks(
  messageId: string,
  action: string | undefined,
  operation: string,
): readonly XmlElement[] {
  const { namespace, local } = parseClarkName(operation)
  const iri = action ?? `${namespace.replace(/\/$/, '')}/${local}`
  for (const [flag, text] of [
    ['--message-id', messageId],
    ['--action', iri],
  ] as const) {
    if (!isAbsoluteIri(text)) {
      throw new WrongUsage(`${flag}: expected an absolute IRI such as urn:uuid:…, got ${text}`)
    }
  }
  return [wsa('Action', [iri]), wsa('MessageID', [messageId])]
}
