/** A contract with something of everything that a page can show. */
import { fileURLToPath } from 'node:url'
import type {
  Contract,
  ContractMessage,
  ContractOperation,
} from '../../../src/contract/contract.js'
import { compileSchema } from '../../../src/schema/waybill.js'

const NAMESPACE = 'urn:example:shop'
export const SHOP_XSD = fileURLToPath(new URL('./shop.xsd', import.meta.url))

const named = (local: string) => `{${NAMESPACE}}${local}`

export function message(
  local: string,
  more: Partial<ContractMessage> = {},
  namespace = NAMESPACE,
): ContractMessage {
  const entry = `{${namespace}}${local}`
  const parts = [{ name: 'parameters', element: entry }]
  return { entry, wrapped: true, parts, headers: [], attachments: [], ...more }
}

export function operation(
  name: string,
  more: Partial<ContractOperation> = {},
  namespace = NAMESPACE,
): ContractOperation {
  return {
    name,
    exchange: 'request-response',
    style: 'document',
    use: 'literal',
    soapAction: '',
    request: message(name, {}, namespace),
    response: message(`${name}Response`, {}, namespace),
    faults: [],
    ...more,
  }
}

export function shop(): Contract {
  return {
    name: 'Shop',
    namespace: NAMESPACE,
    documentation: 'Sells tea and coffee, and what it takes to make them.',
    schema: compileSchema([SHOP_XSD]),
    ports: [],
    operations: [
      operation('PlaceOrder', {
        soapAction: 'urn:example:shop/PlaceOrder',
        faults: [{ name: 'OutOfStock', element: named('OutOfStock') }],
        request: message('PlaceOrder', { headers: [{ element: named('Session'), faults: [] }] }),
      }),
      operation('FindGoods', { safe: true }),
      operation('Forget', { exchange: 'one-way', response: undefined }),
    ],
  }
}
