/** What is around the node: each transport looks at what it needs there. */

import { Resolver } from 'node:dns/promises'
import { existsSync, readFileSync } from 'node:fs'
import type { DnsQuestions } from '../message/finding.js'
import type { Examined, Finding } from './finding.js'

/** Milliseconds. */
const PATIENCE = 5000

/** @param servers  asked in place of those of the system */
export async function examineAround(
  { config, transports }: Pick<Examined, 'config' | 'transports'>,
  servers: readonly string[],
): Promise<readonly (readonly [string, readonly Finding[]])[]> {
  const dns: DnsQuestions = resolverOf(servers)
  return Promise.all(
    transports.used.map(async ({ module, place }) => {
      const destinations = Object.entries(config.destinations)
        .map(([name, { url, ca, pin }]) => ({
          name,
          url: new URL(url),
          ca: textOf(ca),
          pinned: pin !== undefined,
        }))
        .filter(({ url }) => module.schemes.includes(url.protocol.slice(0, -1)))
      const around = { destinations, dns, patience: PATIENCE }
      const found = await module.examine?.(place.section, around)
      return [module.name, found ?? []] as const
    }),
  )
}

/** A file that cannot be read is found where files are looked at. */
function textOf(file: string | undefined): string | undefined {
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function resolverOf(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: PATIENCE / 2, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
