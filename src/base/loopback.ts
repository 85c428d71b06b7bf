/** Tells what never leaves this machine. */
import { isIP } from 'node:net'

/** @param host  a name or an address, as `node:net` writes it */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
