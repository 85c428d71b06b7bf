/** Tells which keys of the admin listener a running node takes over: not where it listens, nor whether it speaks TLS. */
import type { AdminConfig } from '../../config/admin.js'

const NEVER = ['admin.host', 'admin.port']

/** @returns whether a key of `admin` is taken over */
export function adminKeys(before: AdminConfig, after: AdminConfig): (key: string) => boolean {
  const asked = ({ tls }: AdminConfig) => tls?.clientAuthentication
  // A listener speaks TLS, and asks for certificates, from its start on or not at all.
  const sameTls = asked(before) === asked(after)
  return (key) =>
    key.startsWith('admin.') && !NEVER.includes(key) && (key !== 'admin.tls' || sameTls)
}
