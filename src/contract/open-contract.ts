/** Opens the contract of one service in a WSDL document. */
import { fileURLToPath } from 'node:url'
import { WaybillError } from '../errors.js'
import type { Contract } from './contract.js'
import { readContracts } from './wsdl/read/index.js'

/**
 * @param url      `file:` URL of a WSDL 1.1 document
 * @param service  local name of the service; not needed if the document has one
 * @param catalog  `file:` URL of an XML catalog, which is asked first for what the document imports
 * @throws WaybillError WAYBILL_CONTRACT_INVALID for a document that cannot be read, and for a service that it
 *   has not, or has beside others
 * @throws TypeError for a URL that is no `file:` URL
 */
export function openContract(
  url: URL,
  service?: string | undefined,
  catalog?: URL | undefined,
): Contract {
  const file = fileOf(url, 'contract that is no file: URL of a WSDL document')
  const contracts = readContracts(
    file,
    catalog && fileOf(catalog, 'catalog that is no file: URL of an XML catalog'),
  )
  const [first, ...others] = contracts
  const found =
    service === undefined && others.length === 0
      ? first
      : contracts.find(({ name }) => name === service)
  if (found) return found
  const names = contracts.map(({ name }) => name).join(', ')
  const hint = service === undefined ? 'name one of its services' : `it has no service ${service}`
  throw new WaybillError('WAYBILL_CONTRACT_INVALID', `${file}: ${hint}; its services are ${names}`)
}

/** In plain JavaScript it may be anything. */
function fileOf(url: URL, otherwise: string): string {
  if (url instanceof URL && url.protocol === 'file:') return fileURLToPath(url)
  throw new TypeError(`has a ${otherwise}`)
}
