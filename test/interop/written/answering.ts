/** A plugin for any contract: each operation gives back what it got, or the fault that it declares where it is asked to `refuse`. */
import { fileURLToPath } from 'node:url'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { definePlugin, element, type OperationTypes, SoapFault } from '../../../src/plugin.js'

export default definePlugin<Readonly<Record<string, OperationTypes>>>(({ options }) => {
  const contract = new URL(String(options.contract))
  const service = String(options.service)
  const found = readContracts(fileURLToPath(contract)).find(({ name }) => name === service)
  const handlers = (found?.operations ?? []).map(
    ({ name, exchange, request: { headers }, faults: [fault] }) => {
      const handler = (request: object, exchanged: { readonly headers: object }) => {
        if (Object.keys(exchanged.headers).length < headers.length) {
          throw new SoapFault({ code: 'Client', reason: `${name} has come without its header.` })
        }
        if (fault && JSON.stringify(request).includes('refuse')) {
          const detail = [element({ name: fault.element, prefix: 'f', children: ['refused'] })]
          throw new SoapFault({ code: 'Client', reason: 'It was asked for.', detail })
        }
        return exchange === 'one-way' ? undefined : request
      }
      return [name, handler] as const
    },
  )
  return { contract, service, handlers: Object.fromEntries(handlers) }
})
