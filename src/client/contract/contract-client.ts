/** Makes the client of a contract: a function for each operation. */
import { randomId } from '../../base/time.js'
import type { Contract, ContractOperation, ContractPort } from '../../contract/contract.js'
import { TypedSchema } from '../../contract/typed-schema.js'
import { Packing } from '../../message/xop/packing.js'
import type { Values } from '../../schema/values/value.js'
import { ADDRESSING_NAMESPACE } from '../../soap/addressing/addressing.js'
import { wsa } from '../../soap/addressing/faults.js'
import type { VersionName } from '../../soap/version.js'
import type { XmlElement } from '../../xml/tree.js'
import { readAnswer } from '../answer.js'
import { FaultAnswer } from '../fault-answer.js'
import type { OpenSpools } from '../open-spools.js'
import type { CallOptions } from '../options.js'
import type { Transmit } from '../transmit.js'
import { UnexpectedAnswer } from '../unexpected-answer.js'
import { Messages } from './messages.js'
import type { UseOptions } from './types.js'

interface Using extends UseOptions {
  /** Undefined if the sender leaves it to the contract. */
  readonly soap: VersionName | undefined
}

/** `ContractCallOptions` without its types. */
interface UntypedOptions
  extends Pick<CallOptions, 'signal' | 'wait' | 'traceparent' | 'mtom' | 'attachments'> {
  readonly headers?: Values
  readonly blocks?: readonly XmlElement[]
  readonly addressing?: boolean | undefined
}

/** @throws TypeError for a contract that has no port to be called */
export function clientOf(contract: Contract, using: Using, transmit: Transmit, spools: OpenSpools) {
  const schema = new TypedSchema(contract.schema, using.values)
  const port = portOf(contract, using.to, using.soap)
  const calls = contract.operations.map((operation) => {
    const service = `{${contract.namespace}}${contract.name}`
    const messages = new Messages(service, operation, schema, using.values)
    return [
      operation.name,
      callOf(operation, messages, { port, using, transmit, spools, service }),
    ] as const
  })
  return Object.fromEntries(calls)
}

interface Around {
  readonly port: Called
  readonly using: Using
  readonly transmit: Transmit
  readonly spools: OpenSpools
  readonly service: string
}

function callOf(operation: ContractOperation, messages: Messages, around: Around) {
  const { port, using, transmit, spools, service } = around
  const { name, request, exchange, soapAction } = operation
  const oneWay = exchange === 'one-way'

  const answer = async (parameters: Values = {}, options: UntypedOptions = {}) => {
    const {
      headers = {},
      blocks = [],
      wait = !oneWay,
      mtom = using.mtom ?? false,
      addressing: sends = using.addressing ??
        (port.requiresAddressing && !blocks.some(isAddressing)),
      ...rest
    } = options
    const packing = new Packing(mtom)
    const addressing = sends ? addressed(port.to, request.action ?? soapAction) : []
    const entries = await messages.entries(parameters, port.soap, packing)
    const answer = await transmit(port.to, entries, {
      ...rest,
      packing,
      wait,
      soap: port.soap,
      action: soapAction === '' && port.soap === '1.2' ? undefined : soapAction,
      headers: [...addressing, ...blocks, ...messages.headers(headers)],
    })
    const read = await readAnswer(answer, messages, spools)
    const { replied, headers: found, text } = read
    return {
      ...read,
      values: replied && !oneWay ? read.values : undefined,
      headers: messages.read(found, text),
      blocks: found,
    }
  }

  const call = async (parameters?: Values, options?: UntypedOptions) => {
    const { values, replied, text, close } = await answer(parameters, options)
    // Streams of values can be read until the sender is closed.
    if (!messages.streams) await close()
    if (oneWay || replied) return values
    throw new UnexpectedAnswer(`${name} was accepted, and is answered later: see answer()`, text)
  }
  const isFault = (error: unknown): boolean =>
    error instanceof FaultAnswer &&
    error.fault?.operation === name &&
    error.fault.service === service
  return Object.assign(call, { answer, isFault })
}

/** Who writes such blocks has written all that are needed. */
const isAddressing = ({ namespace }: XmlElement) => namespace === ADDRESSING_NAMESPACE

/** WS-Addressing 1.0 Core §3.1, SOAP Binding §3: the answer comes back on the connection. */
function addressed({ href }: URL, action: string): readonly XmlElement[] {
  return [wsa('To', [href]), wsa('Action', [action]), wsa('MessageID', [`urn:uuid:${randomId()}`])]
}

interface Called {
  readonly to: URL
  readonly soap: VersionName
  /** True if the port requires WS-Addressing blocks. */
  readonly requiresAddressing: boolean
}

/**
 * @param to    in place of the port's address
 * @param soap  undefined for 1.1, or for what the contract has
 * @throws TypeError if there is no port of that version and no address is given
 */
function portOf(
  { name, ports }: Pick<Contract, 'name' | 'ports'>,
  to: URL | string | undefined,
  soap: VersionName | undefined,
): Called {
  const wanted = ports.find((one) => one.soap === (soap ?? '1.1') && addressOf(one) !== undefined)
  const port = wanted ?? (soap === undefined ? ports.find(addressOf) : undefined)
  const version = soap ?? port?.soap ?? '1.1'
  const address = to === undefined ? port && addressOf(port) : new URL(to)
  const { requiresAddressing = false } = port ?? ports.find((one) => one.soap === version) ?? {}
  if (address) return { to: address, soap: version, requiresAddressing }
  const all = ports.map(({ soap, address }) => `SOAP ${soap} at ${address || 'no address'}`)
  throw new TypeError(
    `the service ${name} has no port of SOAP ${version}: give it an address with to; its ports are ${all.join(', ') || 'none'}`,
  )
}

function addressOf({ address }: ContractPort): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}
