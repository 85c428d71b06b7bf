/** Finds what is wrong with listeners: what lets others in, ports of two of them, and what each transport knows of its own. */
import { isLoopback } from '../../base/loopback.js'
import { error, type Finding, warning } from '../../message/finding.js'
import { listenAddresses, sharedIn } from '../../path/plugins/listen-addresses.js'
import type { Examined } from './examined.js'

export function findInListeners({
  config,
  transports,
}: Pick<Examined, 'config' | 'transports'>): readonly Finding[] {
  const { host, tls } = config.admin
  const open = `${host} is open to other hosts without TLS: tokens and passwords can be read on their way`
  return [
    ...transports.used.flatMap(({ module, settings }) => module.findings?.(settings) ?? []),
    ...(isLoopback(host) || tls ? [] : [warning('admin.host', open)]),
    ...sharedIn(listenAddresses({ config, transports })).map(({ address, sentence }) =>
      error(address.key, sentence, 'give each a port of its own'),
    ),
  ]
}
