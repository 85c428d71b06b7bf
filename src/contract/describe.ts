/** Describes a plugin: what its operations and header handlers look like from outside. */
import { fileURLToPath } from 'node:url'
import { documentationOf } from '../schema/types/documentation.js'
import type { CompiledSchema } from '../schema/validate/index.js'
import { compileSchema } from '../schema/waybill.js'
import { type ClarkName, parseClarkName } from '../xml/tree.js'
import type { Contract, ContractOperation } from './contract.js'
import { describedMessage, localOf } from './described-message.js'
import type { HeaderHandler } from './header-handler.js'
import type { Operation } from './operation.js'
import { untypedSchemas } from './untyped.js'

/** What of a plugin is described. */
export interface Described {
  /** Its name in the configuration. */
  readonly name: string
  readonly operations: readonly Operation[]
  readonly headers: readonly HeaderHandler[]
}

const ENCODING_11 = 'http://schemas.xmlsoap.org/soap/encoding/'

/**
 * All schemas of a plugin are made one set: that of each operation, of each header handler, and one for what no
 * schema declares.
 *
 * @throws InvalidSchema if the schemas of the plugin contradict each other
 * @throws Undescribable for what WSDL has no words for
 */
export function describe({ name, operations, headers }: Described): Contract {
  const schema = schemaFor(operations, headers)
  const handled = headers.filter((handler) => handler.schema !== undefined)
  const names = new Names()
  return {
    name,
    namespace: namespaceOf(name, [...operations, ...handled]),
    schema,
    operations: operations.map((operation) =>
      describedOperation(
        operation,
        names.free(localOf(operation.name)),
        handled.map((handler) => handler.name),
        schema,
      ),
    ),
    ports: [],
  }
}

/** That of the first operation; WSDL wants one. */
function namespaceOf(plugin: string, [first]: readonly { readonly name: ClarkName }[]): string {
  const { namespace } = parseClarkName(first?.name ?? '')
  return namespace || `urn:waybill:${plugin}`
}

/** Names of the body entries of request and answer; undefined for an empty Body. */
const requestOf = ({ name, entry = name }: Operation): ClarkName | undefined => entry ?? undefined
const responseOf = ({ name, response = `${name}Response` }: Operation): ClarkName | undefined =>
  response ?? undefined

function schemaFor(
  operations: readonly Operation[],
  headers: readonly HeaderHandler[],
): CompiledSchema {
  const urls = [...operations, ...headers].flatMap(({ schema }) => schema ?? [])
  const files = [...new Set(urls.map((url) => fileURLToPath(url)))]
  const named = operations.flatMap((operation) =>
    [
      requestOf(operation) ?? [],
      operation.exchange === 'one-way' ? [] : (responseOf(operation) ?? []),
      operation.faults ?? [],
      operation.requestHeaders ?? [],
      operation.responseHeaders ?? [],
    ].flat(),
  )
  const known = files.length === 0 ? undefined : compileSchema(files)
  const untyped = new Set(named.filter((name) => !known?.components.elements.has(name)))
  if (known && untyped.size === 0) return known
  return compileSchema(files, untypedSchemas(untyped))
}

function describedOperation(
  operation: Operation,
  name: string,
  handled: readonly ClarkName[],
  { components }: CompiledSchema,
): ContractOperation {
  const { exchange = 'request-response', style = 'document', use = 'literal' } = operation
  const { action, replyAction, requestHeaders = [], responseHeaders = [], faults = [] } = operation
  const encodingStyle = use === 'encoded' ? ENCODING_11 : undefined
  const message = (
    entry: ClarkName | undefined,
    said: string | undefined,
    blocks: readonly ClarkName[],
  ) =>
    describedMessage(entry, style, components, {
      action: said,
      encodingStyle,
      headers: [...new Set(blocks)].map((element) => ({ element, faults: [] })),
    })
  const entry = requestOf(operation)
  const request = message(entry, action, [...requestHeaders, ...handled])
  return {
    name,
    documentation:
      operation.documentation ??
      (documentationOf(components.elements.get(entry ?? '')?.source).join('\n\n') || undefined),
    exchange,
    style,
    use,
    soapAction: action ?? '',
    request,
    ...(exchange === 'one-way'
      ? {}
      : { response: message(responseOf(operation), replyAction, responseHeaders) }),
    faults: named(faults),
  }
}

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
