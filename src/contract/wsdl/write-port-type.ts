/** Writes the messages and the port types of a contract: what is said whatever it is bound to (WSDL 1.1 §2.3, §2.4). */
import { defaultAction, defaultName, isAction } from '../../schema/definitions/default-action.js'
import { type ClarkName, clarkName, parseClarkName, XSD_NAMESPACE } from '../../xml/tree.js'
import type { Contract, ContractMessage, ContractOperation, ContractPart } from '../contract.js'
import { type Lines, tag, textTag } from './markup.js'
import type { Names, OperationGroup } from './names.js'
import type { Policies } from './policy/policy-references.js'
import type { Prefixes } from './prefixes.js'

/** What the parts of a document are written with. */
export interface Writing {
  readonly contract: Contract
  /** Target namespace of the document. */
  readonly namespace: string
  readonly policies: Policies
  readonly names: Names
  readonly prefixes: Prefixes
  /** Name of something that the document itself defines, as it stands in a value. */
  readonly own: (local: string) => string
}

export function messages(writing: Writing): Lines {
  return writing.contract.operations.flatMap((operation) => {
    const { request, response, faults } = operation
    const { names } = writing
    return [
      ...message(names.request(operation), partsOf(request), writing),
      ...(response ? message(names.response(operation), partsOf(response), writing) : []),
      ...faults.flatMap((fault) =>
        message(
          names.fault(fault, operation),
          [{ name: 'fault', element: fault.element }],
          writing,
        ),
      ),
      ...[request, ...(response ? [response] : [])].flatMap((one) =>
        headerMessage(operation, one, writing),
      ),
    ]
  })
}

/** WSDL 1.1 §5: what travels beside the envelope is a part like those in it. */
function partsOf({ parts, attachments }: ContractMessage): readonly ContractPart[] {
  return [...parts, ...attachments.map(({ name }) => ({ name, type: BINARY }))]
}

const BINARY = clarkName({ namespace: XSD_NAMESPACE, local: 'base64Binary' })

function headerMessage(
  operation: ContractOperation,
  one: ContractMessage,
  writing: Writing,
): Lines {
  const parts = headerParts(one)
  return parts.length === 0 ? [] : message(writing.names.headers(operation, one), parts, writing)
}

interface HeaderPart {
  readonly name: string
  readonly element: ClarkName
}

/** A part for each header block; two of one local name are distinguished by numbers. */
export function headerParts({ headers }: ContractMessage): readonly HeaderPart[] {
  const elements = [...new Set(headers.flatMap(({ element, faults }) => [element, ...faults]))]
  const locals = elements.map((element) => parseClarkName(element).local)
  return elements.map((element, index) => {
    const local = locals[index] ?? ''
    const first = locals.indexOf(local) === index
    return { name: first ? local : `${local}${index + 1}`, element }
  })
}

function message(name: string, parts: readonly ContractPart[], { prefixes }: Writing): Lines {
  // BP 1.1 R2203, R2204: a part has `element` for document, `type` for rpc.
  const written = parts.map(({ name: part, element, type }) =>
    tag('wsdl:part', {
      name: part,
      element: element === undefined ? undefined : prefixes.qname(element),
      type: type === undefined ? undefined : prefixes.qname(type),
    }),
  )
  return tag('wsdl:message', { name }, ...written)
}

export function portType(group: OperationGroup, writing: Writing): Lines {
  const name = writing.names.portType(group)
  return tag(
    'wsdl:portType',
    { name },
    ...group.operations.map((operation) => abstractOperation(operation, name, writing)),
  )
}

function abstractOperation(
  operation: ContractOperation,
  portTypeName: string,
  { names, own, namespace }: Writing,
): Lines {
  const { name, documentation, soapAction, request, response, faults } = operation
  // WS-Addressing 1.0 Metadata §4.4.1, §4.4.4: what is implied is not said.
  const actionAttribute = (action: string | undefined, what: 'input' | 'output') => {
    const names = [portTypeName, defaultName(name, what, response !== undefined)]
    const bound = what === 'input' && isAction(soapAction) ? soapAction : undefined
    return action === (bound ?? defaultAction(namespace, names)) ? undefined : action
  }
  return tag(
    'wsdl:operation',
    { name },
    textTag('wsdl:documentation', documentation),
    tag('wsdl:input', {
      message: own(names.request(operation)),
      'wsam:Action': actionAttribute(request.action, 'input'),
    }),
    response
      ? tag('wsdl:output', {
          message: own(names.response(operation)),
          'wsam:Action': actionAttribute(response.action, 'output'),
        })
      : [],
    ...faults.map((fault) =>
      tag('wsdl:fault', {
        name: fault.name,
        message: own(names.fault(fault, operation)),
        'wsam:Action': fault.action,
      }),
    ),
  )
}
