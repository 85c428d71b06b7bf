/** Tells which keys of the admin listener a running node takes over: not where it listens, nor whether it asks. */
import { isLoopback } from '../base/loopback.js'
import { type AdminConfig, asksWho } from '../config/admin.js'

const NEVER = ['admin.host', 'admin.port']
/** Who may use it. */
const OPERATORS = ['admin.token', 'admin.operators']

/** @returns whether a key of `admin` is taken over */
export function adminKeys(before: AdminConfig, after: AdminConfig): (key: string) => boolean {
  const asked = ({ tls }: AdminConfig) => tls?.clientAuthentication
  // A listener speaks TLS, and asks for certificates, from its start on or not at all.
  const sameTls = asked(before) === asked(after)
  // It goes on to listen where it does: others than this machine must not find it open there.
  const opens = !isLoopback(before.host) && !asksWho(after)
  return (key) =>
    key.startsWith('admin.') &&
    !NEVER.includes(key) &&
    (key !== 'admin.tls' || sameTls) &&
    !(opens && OPERATORS.includes(key))
}
