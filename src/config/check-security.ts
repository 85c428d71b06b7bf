/** Checks what the keys about security say together: no policy that nothing can meet, no key without its pair. */
import type { z } from 'zod'
import { type Complain, checkPeers } from './check-peers.js'
import { checkPolicies } from './check-policies.js'
import { type NamedEntry, nameOf } from './plugin-name.js'
import { type addressesOf, pathsOf } from './routes.js'
import type { Security } from './security.js'

/** The part of a configuration that security is checked against. */
interface Checked {
  readonly security: Security
  readonly plugins: readonly NamedEntry[]
  readonly routes: readonly {
    readonly name?: string | undefined
    readonly path?: string | undefined
  }[]
  readonly destinations: Readonly<Record<string, Parameters<typeof addressesOf>[0]>>
}

/** The part of a transport that security is checked against. */
export interface ProtectingTransport {
  readonly name: string
  readonly schemes: readonly string[]
  protects?(url: URL): boolean
}

/** @param loaded  transports */
export function checkSecurity(loaded: readonly ProtectingTransport[]) {
  const transports = loaded.map(({ name }) => name)
  return ({ value, issues }: Pick<z.core.ParsePayload<Checked>, 'value' | 'issues'>): void => {
    const { security, plugins, routes, destinations } = value
    // What is secret is not repeated: each sentence has what may be told.
    const complain: Complain = (path, message) =>
      issues.push({
        code: 'custom',
        path: ['security', ...path],
        message,
        input: undefined,
        continue: true,
      })
    checkOwn(security, complain)
    checkPeers(security, transports, (path, sentence) => complain(['peers', ...path], sentence))
    const named = {
      transports,
      paths: [...plugins.map(nameOf), ...pathsOf(value)],
      routes: routes.flatMap(({ name }) => name ?? []),
      destinations,
      isProtected: (url: string) => isProtected(url, loaded),
    }
    checkPolicies(security, named, (path, sentence) => complain(['policies', ...path], sentence))
  }
}

function isProtected(text: string, transports: readonly ProtectingTransport[]): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const transport = transports.find(({ schemes }) => schemes.includes(url.protocol.slice(0, -1)))
  return transport?.protects?.(url) ?? false
}

function checkOwn(security: Security, complain: Complain): void {
  const { certificate, key, former, revoked, requireRevocationLists } = security
  if ((certificate === undefined) !== (key === undefined)) {
    complain([], 'expected certificate and key, or neither')
  }
  if (former.length > 0 && certificate === undefined) {
    complain(['former'], 'expected certificate and key with it: the current pair')
  }
  if (requireRevocationLists && revoked.length === 0) {
    complain(['requireRevocationLists'], 'expected revoked with it, or no certificate is trusted')
  }
}
