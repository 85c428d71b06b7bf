/** A SOAP sender for programs: calls an operation by name and gives its named results. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ContractTypes } from '../contract/contract-types.js'
import { openContract } from '../contract/open-contract.js'
import type { TypedSchema } from '../contract/typed-schema.js'
import { TypedSchemas } from '../contract/typed-schemas.js'
import { writeValues } from '../contract/values.js'
import { Packing } from '../message/xop/packing.js'
import type { Values } from '../plugin.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'
import { type Answer, readAnswer } from './answer.js'
import { Callers } from './callers.js'
import { clientOf } from './contract/contract-client.js'
import type { ContractClient, UseArguments, UseOptions } from './contract/types.js'
import { OpenSpools } from './open-spools.js'
import type { CallOptions, SenderOptions } from './options.js'
import { bySchema } from './read-results.js'
import { transmitting } from './transmit.js'

export type { Answer } from './answer.js'
export type * from './contract/types.js'
export { type DeclaredFault, FaultAnswer } from './fault-answer.js'
export type { CallOptions, SenderOptions } from './options.js'
export type { SecurityOptions } from './security-options.js'
export { UnexpectedAnswer } from './unexpected-answer.js'

/** Calls operations; keeps its connections open for the next call until it is closed. */
export interface Sender {
  /**
   * Sends one envelope and waits for its answer; follows no redirect, and tries once.
   *
   * @param to          URL of the node; of a mailbox, with the option `mail`
   * @param operation   name of the body entry, as `{namespace}Name`
   * @param parameters  its children by name
   * @throws FaultAnswer if the answer is a fault
   * @throws UnexpectedAnswer if it is no envelope, or does not fit the schema
   * @throws Undeliverable if there is none
   * @throws InvalidSchema if the schema cannot be read
   * @throws TypeError for a URL that is none, and for a name, value or action that cannot be sent or
   *   that the schema has no place for
   */
  call(
    to: URL | string,
    operation: ClarkName,
    parameters: Values,
    options?: CallOptions,
  ): Promise<Answer>
  /**
   * Sends what is already written, in the same way.
   *
   * @param content  the body entry; or the text of a whole envelope, of the sender's SOAP version, which
   *   is sent as it is: then `headers` has no place in it
   * @throws as `call` does
   */
  send(to: URL | string, content: XmlElement | string, options?: CallOptions): Promise<Answer>
  /**
   * Opens a contract, whose operations are then called by their names: `await orders.Place({ … })`.
   *
   * @param contract  `file:` URL of a WSDL 1.1 document, as `waybill import --client` keeps one
   * @throws WaybillError for a contract that cannot be read, or has not the service
   * @throws TypeError for a contract without a port of the sender's SOAP version, unless `to` is given
   */
  use<Types extends ContractTypes<Types>>(
    contract: URL,
    ...options: UseArguments<Types>
  ): ContractClient<Types>
  /** Releases the connections; calls that still run end with `Undeliverable`. */
  close(): Promise<void>
}

/**
 * Makes a sender of SOAP messages over HTTP, and by mail.
 *
 * @throws TypeError for a key or certificate that cannot be used
 *
 * @example
 * const sender = createSender()
 * const { values } = await sender.call(url, '{urn:example:calculator}Add', { a: 1, b: 2 })
 * await sender.close()
 */
export function createSender({ transports, ...options }: SenderOptions = {}): Sender {
  const { soap = '1.1', maxBody = 10 * 1024 ** 2 } = options
  const callers = new Callers(options, maxBody, transports)
  const schemas = new TypedSchemas()
  const spools = new OpenSpools()
  const transmit = transmitting(callers, spools, options)

  const typedBy = ({ schema, values }: CallOptions): TypedSchema | undefined => {
    if (schema === undefined) return undefined
    const file = fileURLToPath(schema instanceof URL ? schema : pathToFileURL(schema))
    return schemas.of(file, undefined, values)
  }

  const sent = async (
    to: URL | string,
    content: XmlElement | string,
    options: CallOptions,
    packing: Packing | undefined,
  ) => {
    const reading = bySchema(typedBy(options), options.values?.binary === 'stream')
    const entries = typeof content === 'string' ? content : [content]
    return readAnswer(await transmit(to, entries, { ...options, soap, packing }), reading, spools)
  }

  function use<Types extends ContractTypes<Types>>(
    contract: URL,
    ...options: UseArguments<Types>
  ): ContractClient<Types>
  function use(contract: URL, useOptions: UseOptions = {}): unknown {
    const { service, catalog } = useOptions
    const using = { ...useOptions, soap: options.soap }
    return clientOf(openContract(contract, service, catalog), using, transmit, spools)
  }

  return {
    async call(to, operation, parameters, options = {}) {
      const typed = typedBy(options)?.element(operation)
      const packing = new Packing(options.mtom === true)
      const write = () => writeValues(operation, parameters, typed, { pack: packing.pack })
      return sent(to, await packing.whole(write), options, packing)
    },
    send: (to, content, options = {}) =>
      sent(to, content, options, options.mtom ? new Packing(true) : undefined),
    use,
    async close() {
      await callers.close()
      await spools.closeAll()
    },
  }
}
