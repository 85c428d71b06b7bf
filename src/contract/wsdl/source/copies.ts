/** Copies a binding of a contract for another version of SOAP, or another transport: its messages and names stay. */
import { valueIn, type WsdlDocument } from '../../../schema/definitions/definitions.js'
import { extensionOf, isOfSoap } from '../../../schema/definitions/extensions.js'
import { SOAP_BINDING, SOAP12_BINDING } from '../../../schema/definitions/vocabulary.js'
import { type Cut, splice } from '../../../xml/splice.js'
import { tagRanges } from '../../../xml/tag-ranges.js'
import { childElements, inScope, type XmlElement } from '../../../xml/tree.js'
import { encodingStyleFor } from '../encoding-style.js'
import { SOAP_PREFIXES } from '../names.js'
import type { Addition } from './additions.js'
import { policiesOf, type RequestedBindings } from './bindings.js'
import { outerCuts, sayAttribute, sayPrefix } from './cuts.js'

/** @param inside  what is left out of the bindings of the document */
export function copyCuts(
  document: WsdlDocument,
  additions: readonly Addition[],
  inside: readonly Cut[],
  requested: RequestedBindings,
): readonly Cut[] {
  return additions.flatMap((addition): readonly Cut[] => {
    const { has, of } = addition.served
    const { source } = of.binding
    if (has !== 'port type' || source.document !== document) return []
    const { start, end } = source.node
    const cuts = [
      ...inside.filter((cut) => cut.start > start && cut.end < end),
      ...changesOf(addition, document),
      ...policiesOf(of.binding, addition.binding, addition.served.port, requested),
    ]
    const moved = outerCuts(cuts).map((cut) => ({
      ...cut,
      start: cut.start - start,
      end: cut.end - start,
    }))
    return [{ start: end, end, insert: `\n  ${splice(document.text.slice(start, end), moved)}` }]
  })
}

/** Its name and transport, and the namespace of what extends it. */
function changesOf({ served, binding: name }: Addition, document: WsdlDocument): readonly Cut[] {
  const { of, port } = served
  const { node } = of.binding.source
  const extension = extensionOf(node, 'binding')
  const named = sayAttribute(document, node, 'name', name)
  const transport = extension
    ? [sayAttribute(document, extension, 'transport', port.transport)]
    : []
  if (port.soap === of.binding.soap) return [named, ...transport]
  const prefix = freePrefix(node, SOAP_PREFIXES[port.soap])
  const namespace = port.soap === '1.1' ? SOAP_BINDING : SOAP12_BINDING
  const { named: at } = tagRanges(document.text, node.start)
  const changed = soapElementsIn(node).flatMap((one) => {
    const text = valueIn(one, 'encodingStyle')
    const style = encodingStyleFor(port.soap, text)
    return [
      ...sayPrefix(document, one, prefix),
      ...(style === undefined || style === text
        ? []
        : [sayAttribute(document, one, 'encodingStyle', style)]),
    ]
  })
  const declared = { start: at, end: at, insert: ` xmlns:${prefix}="${namespace}"` }
  return [declared, named, ...transport, ...changed]
}

/** One that stands for nothing yet: it is declared once more where it was. */
function freePrefix({ scope }: XmlElement, wanted: string): string {
  const bound = inScope(scope)
  let prefix: string = wanted
  for (let number = 2; bound.has(prefix); number += 1) prefix = `${wanted}-${number}`
  return prefix
}

function soapElementsIn(node: XmlElement): readonly XmlElement[] {
  return childElements(node).flatMap((child) => [
    ...(isOfSoap(child) ? [child] : []),
    ...soapElementsIn(child),
  ])
}
