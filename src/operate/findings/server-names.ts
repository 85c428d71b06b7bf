/** Finds certificates of listeners that do not have the name by which the node is reached. */
import { isIP } from 'node:net'
import { type Finding, warning } from '../../message/finding.js'
import { certificatesOf, type Examined } from './examined.js'

export function findInServerNames({ items, transports }: Examined): readonly Finding[] {
  return transports.used.flatMap(({ module, settings }) => {
    const own = certificatesOf(items).filter(
      ({ key, index }) => index === 0 && isOfListener(key, module.name),
    )
    const [first] = own
    const address = module.publicAddress?.(settings) ?? ''
    const host = URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : ''
    // An address of this machine, or all of them, is no name that others use.
    if (!first || host === '' || ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return []
    const has = own.some(({ details: { certificate } }) =>
      isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host),
    )
    if (has) return []
    const names = own.flatMap(({ facts }) => facts.names).join(', ') || 'none'
    return [
      warning(
        first.key,
        `the certificate in ${first.file} does not have the name ${host}, by which ${module.name} is reached; it has ${names}`,
      ),
    ]
  })
}

function isOfListener(key: string, transport: string): boolean {
  return key.startsWith(`${transport}.`) && /\btls\.(?:names\.\d+\.)?certificate$/.test(key)
}
