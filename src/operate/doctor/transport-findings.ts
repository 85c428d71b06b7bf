/** What is around the node: each transport looks at what it needs there. */
import { Resolver } from 'node:dns/promises'
import { existsSync, readFileSync } from 'node:fs'
import { addressesOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import type { DnsQuestions, Finding, Surroundings } from '../../message/finding.js'
import type { Examined } from '../findings/examined.js'

/** Milliseconds. */
const PATIENCE = 5000

/** @param servers  asked in place of those of the system */
export async function examineAround(
  { config, transports }: Pick<Examined, 'config' | 'transports'>,
  servers: readonly string[],
): Promise<readonly (readonly [string, readonly Finding[]])[]> {
  const dns: DnsQuestions = resolverOf(servers)
  return Promise.all(
    transports.used.map(async ({ module, settings }) => {
      const destinations = destinationsOf(config).filter(({ url }) =>
        module.schemes.includes(url.protocol.slice(0, -1)),
      )
      const around = { destinations, dns, patience: PATIENCE }
      const found = await module.examine?.(settings.section, around)
      return [module.name, found ?? []] as const
    }),
  )
}

/** Those that have a name, and the URLs that routes name themselves, each once. */
function destinationsOf({ destinations, routes }: Config): Surroundings['destinations'] {
  const named = Object.entries(destinations).flatMap(([name, destination]) =>
    addressesOf(destination).map((url, index) => ({
      key: `destinations.${name}.${destination.urls === undefined ? 'url' : `urls.${index}`}`,
      url: new URL(url),
      ca: fileText(destination.ca),
      pinned: destination.pin !== undefined,
    })),
  )
  const urls = routes.map(({ to }) => to)
  const direct = [...urls.entries()]
    .filter(([index, to]) => !Object.hasOwn(destinations, to) && urls.indexOf(to) === index)
    .map(([index, to]) => ({
      key: `routes.${index}.to`,
      url: new URL(to),
      ca: undefined,
      pinned: false,
    }))
  return [...named, ...direct]
}

/** A file that cannot be read is found where files are looked at. */
function fileText(file: string | undefined): string | undefined {
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function resolverOf(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: PATIENCE / 2, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
