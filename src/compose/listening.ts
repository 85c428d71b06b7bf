/** Lets a listener begin, and says which address could not be had, and why. */
import { WaybillError } from '../errors.js'

/** @throws WaybillError if its address is not available */
export async function listening(one: { listen(): Promise<void> }, name: string): Promise<void> {
  try {
    await one.listen()
  } catch (error) {
    throw addressError(error, name)
  }
}

function addressError(error: unknown, transport: string): unknown {
  const { code, address, port, hostname } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
    hostname?: string
  }
  const listener = `${transport}: ${[address ?? hostname, port].filter((part) => part !== undefined).join(':')}`
  switch (code) {
    case 'EADDRINUSE':
      return new WaybillError(
        'WAYBILL_ADDRESS_IN_USE',
        `${listener} is in use by another process`,
        {
          cause: error,
        },
      )
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new WaybillError(
        'WAYBILL_ADDRESS_REFUSED',
        `${listener} cannot be listened on (${code})`,
        { cause: error },
      )
    default:
      return error
  }
}
