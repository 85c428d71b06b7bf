/** Writes contracts as WSDL 1.1, with one service for each. */
import { type ClarkName, clarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import type { Contract } from '../contract.js'
import { inlinedSchemas } from './inlined.js'
import { type Lines, tag, textTag } from './markup.js'
import { groupsOf, namesFor, SOAP_BINDINGS, WSDL_NAMESPACE } from './names.js'
import { Prefixes } from './prefixes.js'
import { binding, port } from './write-binding.js'
import { messages, portType, type Writing } from './write-port-type.js'

export interface WsdlOptions {
  /** Target namespace. Default: that of the first contract. */
  readonly namespace?: string | undefined
}

/**
 * @param contracts  each with the ports that are written; at least one
 * @returns a whole document
 */
export function writeWsdl(contracts: readonly Contract[], options: WsdlOptions = {}): string {
  const { namespace = contracts[0]?.namespace ?? '' } = options
  const prefixes = new Prefixes([
    ['wsdl', WSDL_NAMESPACE],
    ['xs', XSD_NAMESPACE],
    ...Object.values(SOAP_BINDINGS).map(({ prefix, namespace: uri }) => [prefix, uri] as const),
    ['wsam', 'http://www.w3.org/2007/05/addressing/metadata'],
    ['tns', namespace],
  ])
  const own = (local: string) => prefixes.qname(clarkName({ namespace, local }))
  const written = contracts.map((contract) => {
    const names = namesFor(contract, contracts.length === 1)
    return writtenParts(contract, { names, prefixes, own })
  })
  const all = (part: keyof Parts) => written.flatMap((parts) => parts[part])
  const [name] = contracts.length === 1 ? contracts.map((contract) => contract.name) : []
  const document = tag(
    'wsdl:definitions',
    { name, targetNamespace: namespace, ...prefixes.declarations },
    tag('wsdl:types', {}, ...contracts.map(types)),
    all('messages'),
    all('portTypes'),
    all('bindings'),
    all('services'),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document.join('\n')}\n`
}

interface Parts {
  readonly messages: Lines
  readonly portTypes: Lines
  readonly bindings: Lines
  readonly services: Lines
}

function writtenParts(contract: Contract, writing: Writing): Parts {
  const groups = groupsOf(contract)
  const { ports, name, documentation } = contract
  return {
    messages: messages(contract, writing),
    portTypes: groups.flatMap((group) => portType(group, writing)),
    bindings: groups.flatMap((group) => ports.flatMap((one) => binding(group, one, writing))),
    services: tag(
      'wsdl:service',
      { name },
      textTag('wsdl:documentation', documentation),
      ...groups.flatMap((group) => ports.map((one) => port(group, one, writing))),
    ),
  }
}

function types({ schema, operations }: Contract): Lines {
  const wrappers = operations
    .filter(({ style }) => style === 'rpc')
    .flatMap(({ request, response }) => [request.entry ?? '', response?.entry ?? ''])
  return inlinedSchemas(schema.components.documents, new Set<ClarkName>(wrappers))
}
