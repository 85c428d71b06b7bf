/** Postfix as a private relay: takes mail on a loopback port and brings each domain's where it is told. */
import { CERTIFICATE, KEY } from '../wire/certificate.js'
import { type Instance, startInstance } from './instance.js'

export interface PostfixOptions {
  readonly port: number
  /** Port on the loopback address that takes the mail of each domain. */
  readonly routes: Readonly<Record<string, number>>
}

export interface Postfix extends Instance {
  /** `smtp://127.0.0.1:port` */
  readonly url: string
}

const SERVICES = [
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 1 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'verify unix - - n - 1 verify',
  'proxymap unix - - n - - proxymap',
  'tlsmgr unix - - n - 1 tlsmgr',
  'smtp unix - - n - - smtp',
  'relay unix - - n - - smtp',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'discard unix - - n - - discard',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
]

export async function startPostfix({ port, routes }: PostfixOptions): Promise<Postfix> {
  const domains = Object.keys(routes)
  const transports = Object.entries(routes).map(
    ([domain, to]) => `{ ${domain} = smtp:[127.0.0.1]:${to} }`,
  )
  const settings = (folder: string) => ({
    compatibility_level: '3.6',
    queue_directory: `${folder}/spool`,
    data_directory: `${folder}/data`,
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    maillog_file: `${folder}/log`,
    maillog_file_prefixes: folder,
    myhostname: 'relay.example',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    alias_maps: '',
    local_recipient_maps: '',
    relay_domains: domains.join(' '),
    relay_recipient_maps: '',
    transport_maps: `inline:{ ${transports.join(' ')} }`,
    default_transport: 'error:no route',
    smtpd_relay_restrictions: 'reject_unauth_destination',
    smtpd_peername_lookup: 'no',
    smtpd_tls_security_level: 'may',
    smtpd_tls_chain_files: `${folder}/tls.pem`,
    smtp_tls_security_level: 'none',
    disable_dns_lookups: 'yes',
    smtp_host_lookup: 'native',
    recipient_delimiter: '+',
    // A bounce is sent at once, and what is refused for now is tried again within a second or two.
    minimal_backoff_time: '1s',
    maximal_backoff_time: '2s',
    queue_run_delay: '1s',
    in_flow_delay: '0s',
    notify_classes: '',
  })
  const instance = await startInstance({
    port,
    folders: ['spool', 'data'],
    files: (folder) => ({
      'etc/main.cf': Object.entries(settings(folder))
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
      'etc/master.cf': [`127.0.0.1:${port} inet n - n - - smtpd`, ...SERVICES, ''].join('\n'),
      'tls.pem': `${KEY}${CERTIFICATE}`,
    }),
    command: (folder) => [
      'sh',
      '-c',
      // `check` makes what is missing in the queue; `start-fg` would leave the master behind.
      'chown postfix "$0/data" && postfix -c "$0/etc" check && exec /usr/lib/postfix/sbin/master -c "$0/etc" -d',
      folder,
    ],
  })
  return Object.assign(instance, { url: `smtp://127.0.0.1:${port}` })
}
