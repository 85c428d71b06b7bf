/** Finds names of the configuration that nothing in it uses, and addresses that stand there twice. */
import type { Config } from '../../config/schema.js'
import { type Finding, note, warning } from '../../message/finding.js'

export function findUnused({ destinations, routes, security }: Config): readonly Finding[] {
  const { peers, policies, tokens } = security
  const unled = Object.keys(destinations).filter((name) => !routes.some(({ to }) => to === name))
  const issuers = new Set(Object.values(peers).map(({ token }) => token?.issuer))
  const unissued = Object.keys(tokens).filter((name) => !issuers.has(name))
  // A policy that names no peers is for all of them.
  const named = policies.every((policy) => policy.peers !== undefined)
    ? new Set(policies.flatMap((policy) => [...(policy.peers ?? []), policy.sends?.to]))
    : undefined
  const unnamed =
    named && policies.length > 0 ? Object.keys(peers).filter((name) => !named.has(name)) : []
  const twice = Object.entries(destinations).filter(([, { urls = [] }]) => {
    return new Set(urls.map((url) => new URL(url).href)).size < urls.length
  })
  return [
    ...twice.map(([name]) =>
      warning(`destinations.${name}.urls`, 'an address stands there twice: take one of them out'),
    ),
    ...unled.map((name) => note(`destinations.${name}`, `no route leads to ${name}`)),
    ...unissued.map((name) => note(`security.tokens.${name}`, `no peer has tokens of ${name}`)),
    ...unnamed.map((name) => note(`security.peers.${name}`, `no policy names ${name}`)),
  ]
}
