/** Writes a WSDL that imports those of several contracts, whose schemas cannot stand in one document. */
import { WSDL_NAMESPACE } from '../../schema/definitions/vocabulary.js'
import { attributeOf, childElements } from '../../xml/tree.js'
import type { Contract } from '../contract.js'
import { type Lines, tag, textTag } from './markup.js'
import { Schemas } from './schemas.js'

/** True if two schemas of theirs declare one name: copies of one schema are one. */
export function contradictEachOther(contracts: readonly Contract[]): boolean {
  const declared = new Set<string>()
  for (const { root, namespace } of new Schemas(contracts).documents) {
    for (const child of childElements(root)) {
      const name = attributeOf(child, '', 'name')
      if (name === undefined) continue
      const space = child.local.endsWith('Type') ? 'type' : child.local
      const key = `${space} {${namespace}}${name}`
      if (declared.has(key)) return true
      declared.add(key)
    }
  }
  return false
}

function servicesAt(imports: readonly Import[]): string {
  const addresses = imports.map(({ location }) => location).join(' ')
  return `There is no service in this document: its services are in those that it imports. Give your tool one of them: ${addresses}`
}

/** Definitions that another document has. */
export interface Import {
  readonly namespace: string
  readonly location: string
}

/** WSDL 1.1 §2.1.1, BP 1.1 R2007: each import has its location. */
export function importLines({ namespace, location }: Import): Lines {
  return tag('wsdl:import', { namespace, location })
}

export function writeImports(namespace: string, imports: readonly Import[]): string {
  const document = tag(
    'wsdl:definitions',
    { targetNamespace: namespace, 'xmlns:wsdl': WSDL_NAMESPACE },
    // Some tools look for a service in the document that they are given, and nowhere else.
    textTag('wsdl:documentation', servicesAt(imports)),
    ...imports.map(importLines),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document.join('\n')}\n`
}
