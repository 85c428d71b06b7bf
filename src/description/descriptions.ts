/** What this node tells of itself: the contracts of its plugins, written for who asks and kept for the next who does. */
import { createHash } from 'node:crypto'
import type { Contract } from '../contract/contract.js'
import { CONTENT_SECURITY_POLICY } from '../contract/page/index.js'
import { type WsdlOptions, writeSchema, writeWsdl } from '../contract/wsdl/write.js'
import type { Document } from '../message/outcome.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Transports } from '../plugins/transports.js'
import type { Walk } from '../xml/walk.js'
import { KeptDocuments } from './kept-documents.js'
import { writingPage } from './pages.js'
import { type Asked, portsOf } from './ports.js'
import { publicContracts, type Told, toldContracts } from './told-contracts.js'

/** Namespace of the definitions of a node as a whole. */
const WHOLE = 'urn:waybill:node'

/** What is told of: the part of a node's configuration that it follows from. */
export interface Tellable {
  readonly plugins: readonly LoadedPlugin[]
  readonly transports: Transports
  readonly config: { readonly addressing: { readonly enabled: boolean } }
}

export class Descriptions {
  readonly #transports: Transports
  readonly #all: Told
  readonly #public: Told
  readonly #kept = new KeptDocuments()

  /**
   * @throws InvalidSchema if the schemas of a plugin contradict each other
   * @throws WaybillError WAYBILL_PLUGIN_INVALID for an operation that cannot be described
   */
  constructor({ plugins, transports, config }: Tellable) {
    const options = { addressing: config.addressing.enabled }
    this.#transports = transports
    this.#all = toldContracts(plugins, options)
    this.#public = publicContracts(plugins, this.#all, options)
  }

  /** The contracts that who asks may know, without ports, by plugin. */
  contracts({ publicOnly }: Pick<Asked, 'publicOnly'>): Told {
    return publicOnly ? this.#public : this.#all
  }

  /**
   * @param plugin  undefined for all of them
   * @returns undefined if there is none that who asks may know
   */
  wsdl(plugin: string | undefined, asked: Asked): Document | undefined {
    return this.#written(['wsdl', plugin, asked], () => {
      const contracts = this.#told(plugin, asked)
      return contracts && writeWsdl(contracts, this.#options(plugin, asked))
    })
  }

  /**
   * A schema of such definitions.
   *
   * @param number  from 1 on
   */
  schema(plugin: string | undefined, number: number, asked: Asked): Document | undefined {
    return this.#written(['schema', plugin, number, asked], () => {
      const contracts = this.#told(plugin, asked)
      return contracts && writeSchema(contracts, number, this.#options(plugin, asked).location)
    })
  }

  /**
   * The page of a plugin for people, or that of all of them.
   *
   * @returns undefined if there is none that who asks may know
   */
  page(plugin: string | undefined, asked: Asked): Walk<Document> | undefined {
    const key = JSON.stringify(['page', plugin, asked])
    const writing = writingPage(plugin, this.contracts(asked), asked, this.#transports)
    return writing && this.#page(key, writing)
  }

  *#page(key: string, writing: Walk<string>): Walk<Document> {
    const known = this.#kept.find(key)
    if (known) return known
    const page = documentOf(yield* writing, 'text/html')
    return this.#kept.keep(key, { ...page, policy: CONTENT_SECURITY_POLICY })
  }

  /** With the ports that are told of. */
  #told(plugin: string | undefined, asked: Asked): readonly Contract[] | undefined {
    const told = [...this.contracts(asked)]
      .filter(([name]) => plugin === undefined || name === plugin)
      .map(([name, contract]) => {
        const ports = portsOf(this.#transports, name, asked)
        // Beside others it is named as its path is: no two have one name.
        return { ...contract, name: plugin === undefined ? name : contract.name, ports }
      })
    return told.length === 0 ? undefined : told
  }

  #options(plugin: string | undefined, { base }: Asked): WsdlOptions {
    const address = plugin === undefined ? base : `${base}/${plugin}`
    return {
      namespace: plugin === undefined ? WHOLE : undefined,
      location: (number) => `${address}?xsd=${number}`,
    }
  }

  #written(asked: readonly unknown[], write: () => string | undefined): Document | undefined {
    const key = JSON.stringify(asked)
    const known = this.#kept.find(key)
    if (known) return known
    const text = write()
    return text === undefined ? undefined : this.#kept.keep(key, documentOf(text, 'text/xml'))
  }
}

function documentOf(text: string, mediaType: string): Document {
  const tag = createHash('sha256').update(text).digest('base64url')
  return { mediaType, text, tag }
}
