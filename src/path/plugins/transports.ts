/** The transports of a node: which of them a URL belongs to, and what that one says of it. */
import { nameOf } from '../../config/plugin-name.js'
import { pathsOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import type { Access, TransportModule, TransportSettings } from '../../transport.js'

/** A transport with its part of the configuration. */
export interface ConfiguredTransport {
  readonly module: TransportModule
  readonly settings: TransportSettings<Readonly<Record<string, unknown>>>
}

export class Transports {
  readonly all: readonly ConfiguredTransport[]

  /** @param config  checked: it has the section of each */
  constructor(modules: readonly TransportModule[], config: Config) {
    const names = [...config.plugins.map(nameOf), ...pathsOf(config)]
    const sends = config.node.role !== 'listener'
    const sections: Readonly<Record<string, unknown>> = config
    this.all = modules.map((module) => {
      const section = sections[module.name] as Readonly<Record<string, unknown>>
      return { module, settings: { section, names, sends } }
    })
  }

  /** Those that their sections do not switch off. */
  get used(): readonly ConfiguredTransport[] {
    return this.all.filter(({ module, settings }) => module.isUsed?.(settings.section) ?? true)
  }

  /** The transport that sends to a URL; undefined if none does. */
  of({ protocol }: URL): ConfiguredTransport | undefined {
    return this.all.find(({ module }) => module.schemes.includes(protocol.slice(0, -1)))
  }

  /** True if what is sent to a URL is answered by a message of its own. */
  answersLater(to: URL): boolean {
    return this.of(to)?.module.answers === 'message'
  }

  /** True if what comes over a transport of this name, or goes to this scheme, is answered by a message of its own. */
  areMessages(nameOrScheme: string): boolean {
    const found = this.all.find(
      ({ module }) => module.name === nameOrScheme || module.schemes.includes(nameOrScheme),
    )
    return found?.module.answers === 'message'
  }

  /** Name of the transport that sends to a URL; its scheme if none does. */
  nameFor(to: URL): string {
    return this.of(to)?.module.name ?? to.protocol.slice(0, -1)
  }

  /** Where a plugin is reached, for people to read: as the first transport has it that tells. */
  addressOf(plugin: string): string {
    return (
      this.all.flatMap(
        ({ module, settings }) => module.publicAddress?.(settings, plugin) ?? [],
      )[0] ?? plugin
    )
  }

  /** What is asked of those who send to a URL, for people to read; nothing secret is in it. */
  describeAccess(to: URL, access: Access): readonly string[] {
    const { module, settings } = this.of(to) ?? {}
    return (settings && module?.planAccess?.(access, settings.section)) ?? []
  }

  /** Name of the host that a URL leads to; empty if it leads to none. */
  readonly hostOf = (to: URL): string => this.of(to)?.module.hostOf(to) ?? ''

  /** An address that a peer wants its answers at; undefined for a text that is none. */
  readonly readAddress = (text: string): URL | undefined => {
    for (const { module } of this.all) {
      const url = module.readAddress?.(text)
      if (url) return url
    }
    return undefined
  }

  /** What a URL may begin with, for people to read. */
  get schemes(): string {
    const [last = '', ...others] = this.all
      .flatMap(({ module }) => module.schemes.map((scheme) => `${scheme}:`))
      .reverse()
    return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`
  }
}

/** What the configuration says, and the transports that it names. */
export interface Configuration {
  readonly config: Config
  readonly transports: Transports
  /** Folder that plugins are looked up from. */
  readonly folder: string
}
