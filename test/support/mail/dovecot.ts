/** Dovecot as a private instance: one account's mailbox by IMAP, and LMTP to put mail into it. */
import { CERTIFICATE, KEY } from '../wire/certificate.js'
import { freePort } from '../wire/free-port.js'
import { type Instance, startInstance } from './instance.js'

export interface Dovecot extends Instance {
  readonly imap: number
  readonly lmtp: number
  readonly user: string
  readonly password: string
}

export async function startDovecot(): Promise<Dovecot> {
  const [imap, lmtp] = [await freePort(), await freePort()]
  const user = 'bus'
  const password = 'a secret "word" \\ here'
  const config = (folder: string) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = dovecot
default_login_user = dovenull
mail_location = maildir:${folder}/mail
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
first_valid_gid = 1
recipient_delimiter = +
disable_plaintext_auth = yes
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_mechanisms = plain login
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n ${folder}/users
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/home allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtp}
  }
}
service anvil {
  chroot =
}
protocol lmtp {
  auth_username_format = %n
}
namespace inbox {
  inbox = yes
}
`
  const instance = await startInstance({
    port: imap,
    folders: ['run', 'state', 'mail', 'home'],
    files: (folder) => ({
      'dovecot.conf': config(folder),
      'cert.pem': CERTIFICATE,
      'key.pem': KEY,
      users: `${user}:{PLAIN}${password}:::::::\n`,
    }),
    command: (folder) => [
      'sh',
      '-c',
      'chown nobody:nogroup "$0/mail" "$0/home" && exec dovecot -F -c "$0/dovecot.conf"',
      folder,
    ],
  })
  return Object.assign(instance, { imap, lmtp, user, password })
}
