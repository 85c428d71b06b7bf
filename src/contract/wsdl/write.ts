/** Writes contracts as WSDL 1.1, with one service for each. */
import {
  MIME_BINDING,
  SOAP_BINDING,
  SOAP12_BINDING,
  WSAM_NAMESPACE,
  WSDL_NAMESPACE,
} from '../../schema/definitions/vocabulary.js'
import { clarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import type { Contract } from '../contract.js'
import { type Lines, tag, textTag } from './markup.js'
import { groupsOf, namesFor, SOAP_PREFIXES } from './names.js'
import { POLICY_PREFIXES, Policies, type PolicyOptions } from './policy/policy-references.js'
import { Prefixes } from './prefixes.js'
import { type Location, Schemas } from './schemas.js'
import { binding, port } from './write-binding.js'
import { type Import, importLines } from './write-imports.js'
import { messages, portType, type Writing } from './write-port-type.js'

export interface WsdlOptions extends PolicyOptions {
  /** Target namespace. Default: that of the first contract. */
  readonly namespace?: string | undefined
  /** Definitions of others that it imports (WSDL 1.1 §2.1.1). Default: none. */
  readonly imports?: readonly Import[] | undefined
  /** Where schemas are found that cannot stand in it, as `writeSchema` gives them. */
  readonly location: Location
}

/**
 * @param contracts  each with the ports that are written; at least one
 * @returns a whole document
 */
export function writeWsdl(contracts: readonly Contract[], options: WsdlOptions): string {
  const { location, imports = [], namespace = contracts[0]?.namespace ?? '' } = options
  const policies = new Policies(options)
  const prefixes = new Prefixes([
    ['wsdl', WSDL_NAMESPACE],
    ['xs', XSD_NAMESPACE],
    [SOAP_PREFIXES['1.1'], SOAP_BINDING],
    [SOAP_PREFIXES['1.2'], SOAP12_BINDING],
    ['wsam', WSAM_NAMESPACE],
    ['mime', MIME_BINDING],
    ...POLICY_PREFIXES,
    ['tns', namespace],
  ])
  const own = (local: string) => prefixes.qname(clarkName({ namespace, local }))
  const alone = contracts.length === 1
  const written = contracts.map((contract) =>
    writtenParts({
      contract,
      names: namesFor(contract, alone),
      prefixes,
      own,
      namespace,
      policies,
    }),
  )
  const content = [
    policies.lines,
    ...imports.map(importLines),
    tag('wsdl:types', {}, new Schemas(contracts).types(location)),
    ...(['messages', 'portTypes', 'bindings', 'services'] as const).map((part) =>
      written.flatMap((parts) => parts[part]),
    ),
  ]
  const document = tag(
    'wsdl:definitions',
    {
      name: alone ? contracts[0]?.name : undefined,
      targetNamespace: namespace === '' ? undefined : namespace,
      ...prefixes.declarationsFor(content.flat()),
    },
    ...content,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document.join('\n')}\n`
}

/** @returns the schema of that number, from 1 on; undefined if there is none */
export function writeSchema(
  contracts: readonly Contract[],
  number: number,
  location: Location,
): string | undefined {
  return new Schemas(contracts).beside(number, location)
}

interface Parts {
  readonly messages: Lines
  readonly portTypes: Lines
  readonly bindings: Lines
  readonly services: Lines
}

function writtenParts(writing: Writing): Parts {
  const { contract } = writing
  const groups = groupsOf(contract)
  const { ports, name, documentation } = contract
  return {
    messages: messages(writing),
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
