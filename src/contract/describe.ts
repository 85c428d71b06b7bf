/** Describes a plugin: what its operations and header handlers look like from outside. */
import { documentationOf } from '../schema/types/documentation.js'
import { ENCODING_11 } from '../soap/version.js'
import { type ClarkName, parseClarkName } from '../xml/tree.js'
import type { Contract, ContractMessage, ContractOperation, Style } from './contract.js'
import { actionsOf } from './described-actions.js'
import { describedMessage } from './described-message.js'
import { type Described, entryOf, responseOf, schemaFor } from './described-schema.js'
import type { Operation } from './operation.js'
import { Undescribable } from './undescribable.js'

export type { Described } from './described-schema.js'

/** What of the configuration a description tells. */
export interface DescribeOptions {
  /** False where no action of WS-Addressing is told. Default true. */
  readonly addressing?: boolean | undefined
}

/**
 * All schemas of a plugin are made one set: that of each operation, of each header handler, and one for what no
 * schema declares.
 *
 * @throws InvalidSchema if the schemas of the plugin contradict each other
 * @throws Undescribable for what WSDL has no words for
 */
export function describe(plugin: Described, options: DescribeOptions = {}): Contract {
  const { name, operations, headers } = plugin
  const schema = schemaFor(plugin)
  const handled = headers.filter((handler) => handler.schema !== undefined)
  const describing: Describing = {
    plugin: name,
    namespace: namespaceOf(name, [...operations, ...handled]),
    components: schema.components,
    handled: handled.map((handler) => handler.name),
    addressing: options.addressing ?? true,
  }
  const names = new Names()
  return {
    name,
    namespace: describing.namespace,
    schema,
    operations: operations.map((operation) => described(operation, names, describing)),
    ports: [],
  }
}

interface Describing {
  readonly plugin: string
  readonly namespace: string
  readonly components: Contract['schema']['components']
  /** Header blocks that the plugin handles, whatever the operation. */
  readonly handled: readonly ClarkName[]
  readonly addressing: boolean
}

/** That of the first operation; WSDL wants one. */
function namespaceOf(plugin: string, [first]: readonly { readonly name: ClarkName }[]): string {
  const { namespace } = parseClarkName(first?.name ?? '')
  return namespace || `urn:waybill:${plugin}`
}

function described(operation: Operation, names: Names, describing: Describing): ContractOperation {
  const { exchange = 'request-response', style, use = 'literal' } = styled(operation)
  const name = names.free(localOf(operation.name))
  const entry = entryOf(operation)
  const answer = responseOf(operation)
  if (style === 'rpc') refuseUnusual(name, operation)
  const { components, handled, addressing } = describing
  const actions = actionsOf(operation)
  const message = (
    element: ClarkName | undefined,
    wrapped: string | undefined | false,
    kind: 'request' | 'response',
    blocks: readonly ClarkName[],
  ): ContractMessage => ({
    ...describedMessage(element, style, wrapped, components),
    action: addressing ? actions[kind] : undefined,
    encodingStyle: use === 'encoded' ? ENCODING_11 : undefined,
    headers: [...new Set(blocks)].map((element) => ({ element, faults: [] })),
    attachments: [],
  })
  const request = message(entry, name, 'request', [...(operation.requestHeaders ?? []), ...handled])
  const response =
    exchange === 'one-way'
      ? undefined
      : message(answer, request.wrapped && undefined, 'response', operation.responseHeaders ?? [])
  const fault = addressing ? actions.fault : undefined
  return {
    name,
    documentation: operation.documentation ?? documented(entry, describing),
    exchange,
    safe: operation.safe,
    style,
    use,
    soapAction: actions.request ?? '',
    request,
    response,
    // WSDL 1.1 §2.4.1: a one-way operation has an input alone.
    faults: named(response ? (operation.faults ?? []) : []).map((one) => ({
      ...one,
      action: fault,
    })),
  }
}

/** Without a schema the parts of an rpc message are not known: it is the same message if it is described as document. */
function styled(operation: Operation): Operation & { readonly style: Style } {
  const { style = 'document', schema } = operation
  return schema ? { ...operation, style } : { ...operation, style: 'document', use: 'literal' }
}

/** WSDL 1.1 §3.5, BP 1.1 R2729: the entries of rpc messages have names that follow from the operation's. */
function refuseUnusual(name: string, operation: Operation): void {
  const { name: whole } = operation
  const usual = entryOf(operation) === whole && localOf(whole) === name
  const answered = operation.exchange === 'one-way' || responseOf(operation) === `${whole}Response`
  if (usual && answered) return
  throw new Undescribable(
    `the entries of the rpc operation ${whole} are not named as it is, and with Response behind that`,
  )
}

function documented(entry: ClarkName | undefined, { components }: Describing): string | undefined {
  const declared = entry === undefined ? undefined : components.elements.get(entry)
  return documentationOf(declared?.source).join('\n\n') || undefined
}

const localOf = (name: ClarkName): string => parseClarkName(name).local

/** BP 1.1 R2304, and WSDL 1.1 §2.4.2: faults of one operation have names of their own. */
function named(faults: readonly ClarkName[]): ContractOperation['faults'] {
  const names = new Names()
  return faults.map((element) => ({ name: names.free(localOf(element)), element }))
}

/** Names that must differ from each other. */
class Names {
  readonly #taken = new Set<string>()

  /** @returns the name itself, or with the first number behind it that makes it a new one */
  free(wanted: string): string {
    let name = wanted
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wanted}${number}`
    this.#taken.add(name)
    return name
  }
}
