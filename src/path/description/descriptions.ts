/** What this node tells of itself: the contracts of its plugins, written for who asks and kept for the next who does. */
import { createHash } from 'node:crypto'
import type { DeepReadonly } from '../../config/kinds.js'
import type { Security } from '../../config/security.js'
import type { Contract, ContractPort } from '../../contract/contract.js'
import { CONTENT_SECURITY_POLICY } from '../../contract/page/index.js'
import type { Location } from '../../contract/wsdl/schemas.js'
import { type WsdlOptions, writeSchema, writeWsdl } from '../../contract/wsdl/write.js'
import {
  contradictEachOther,
  type Import,
  writeImports,
} from '../../contract/wsdl/write-imports.js'
import type { Document } from '../../message/outcome.js'
import { Policies } from '../../security/policies.js'
import type { Walk } from '../../xml/walk.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Transports } from '../plugins/transports.js'
import {
  type Around,
  contractWsdl,
  documentAddress,
  type Given,
  portsFor,
  warningOf,
} from './contract-documents.js'
import { KeptDocuments } from './kept-documents.js'
import { needsOf } from './needs.js'
import { writingPage } from './pages.js'
import { type Asked, portsOf, type ToldPort } from './ports.js'
import { publicContracts, type Told, toldContracts } from './told-contracts.js'

/** Namespace of the definitions of a node as a whole. */
const WHOLE = 'urn:waybill:node'

/** What is told of: the part of a node's configuration that it follows from. */
export interface Tellable {
  readonly plugins: readonly LoadedPlugin[]
  readonly transports: Transports
  readonly config: {
    readonly addressing: { readonly enabled: boolean }
    readonly soap: { readonly contractPorts: 'own' | 'both' }
    readonly security: Pick<DeepReadonly<Security>, 'policies'>
  }
}

/** One whose WSDL is written here. */
interface Described extends Contract {
  readonly plugin: string
  readonly ports: readonly ToldPort[]
}

export class Descriptions {
  readonly #around: Around
  readonly #addressing: boolean
  readonly #all: Told
  readonly #public: Told
  readonly #kept = new KeptDocuments()

  /** Where a contract says another thing than this node asks for, a sentence each. */
  readonly differences: readonly string[]

  /**
   * @throws InvalidSchema if the schemas of a plugin contradict each other
   * @throws WaybillError WAYBILL_PLUGIN_INVALID for an operation that cannot be described
   */
  constructor({ plugins, transports, config }: Tellable) {
    const options = { addressing: config.addressing.enabled }
    this.#addressing = options.addressing
    this.#around = {
      transports,
      policies: new Policies(config.security.policies),
      bothVersions: config.soap.contractPorts === 'both',
    }
    this.#all = toldContracts(plugins, options)
    this.#public = publicContracts(plugins, this.#all, options)
    this.differences = givenIn(this.#all).flatMap((given) => warningOf(given, this.#around) ?? [])
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
    const form = ['wsdl', plugin, asked.all, asked.soap, asked.document, asked.publicOnly]
    return this.#written(form, asked, () => {
      const told = this.#told(plugin, asked)
      const given = givenIn(told).filter((one) => portsFor(one, this.#around, asked).length > 0)
      const described = this.#described(plugin, told, asked)
      const [only] = given
      if (only && given.length + described.length === 1) {
        return contractWsdl(only, asked, this.#around)
      }
      if ((asked.document ?? 1) > 1 || given.length + described.length === 0) return undefined
      // Each contract keeps its own namespace, and its own names: it is imported.
      const imported = given.map((one) => importOf(one.plugin, one.contract, asked))
      if (described.length === 0 || (plugin === undefined && contradictEachOther(described))) {
        const others = described.map((one) => importOf(one.plugin, one, asked))
        return writeImports(WHOLE, [...others, ...imported])
      }
      const options = this.#options(plugin, asked, described)
      return writeWsdl(described, { ...options, imports: imported })
    })
  }

  /**
   * A schema of such definitions.
   *
   * @param number  from 1 on
   */
  schema(plugin: string | undefined, number: number, asked: Asked): Document | undefined {
    return this.#written(['schema', plugin, number, asked.publicOnly], asked, () => {
      const told = this.#told(plugin, asked)
      const contracts =
        plugin === undefined ? this.#described(plugin, told, asked) : [...told.values()]
      return writeSchema(contracts, number, this.#location(plugin, asked))
    })
  }

  /**
   * The page of a plugin for people, or that of all of them.
   *
   * @returns undefined if there is none that who asks may know
   */
  page(plugin: string | undefined, asked: Asked): Walk<Document> | undefined {
    const writing = writingPage(plugin, this.contracts(asked), asked, this.#around.transports)
    return writing && this.#page(['page', plugin, asked.publicOnly], asked, writing)
  }

  *#page(form: readonly unknown[], asked: Asked, writing: Walk<string>): Walk<Document> {
    const known = this.#kept.find(addressOf(asked), JSON.stringify(form))
    if (known) return known
    const page = documentOf(yield* writing, 'text/html')
    const document = { ...page, policy: CONTENT_SECURITY_POLICY }
    return this.#kept.keep(addressOf(asked), JSON.stringify(form), document)
  }

  #told(plugin: string | undefined, asked: Asked): Told {
    return new Map(
      [...this.contracts(asked)].filter(([name]) => plugin === undefined || name === plugin),
    )
  }

  /** Those that are not given as contracts, with the ports that are told of. */
  #described(plugin: string | undefined, told: Told, asked: Asked): readonly Described[] {
    return [...told]
      .filter(([, { source }]) => source === undefined)
      .map(([name, contract]) => ({
        ...contract,
        // Beside others it is named as its path is: no two have one name.
        name: plugin === undefined ? name : contract.name,
        ports: portsOf(this.#around.transports, name, asked),
        plugin: name,
      }))
  }

  #options(plugin: string | undefined, asked: Asked, told: readonly Described[]): WsdlOptions {
    const ports = new Map<ContractPort, { readonly plugin: string; readonly port: ToldPort }>(
      told.flatMap(({ plugin: name, ports: all }) =>
        all.map((port) => [port, { plugin: name, port }] as const),
      ),
    )
    return {
      namespace: plugin === undefined ? WHOLE : undefined,
      location: this.#location(plugin, asked),
      addressing: this.#addressing,
      needs: (_contract, given, { request }) => {
        const known = ports.get(given)
        return known && needsOf(this.#around.policies, known.plugin, known.port, request.entry)
      },
    }
  }

  #location(plugin: string | undefined, { base }: Asked): Location {
    const address = plugin === undefined ? base : `${base}/${plugin}`
    return (number) => `${address}?xsd=${number}`
  }

  #written(
    form: readonly unknown[],
    asked: Asked,
    write: () => string | undefined,
  ): Document | undefined {
    const [address, key] = [addressOf(asked), JSON.stringify(form)]
    const known = this.#kept.find(address, key)
    if (known) return known
    const text = write()
    if (text === undefined) return undefined
    return this.#kept.keep(address, key, documentOf(text, 'text/xml'))
  }
}

/** Each plugin's own, with the ports that are asked for. */
function importOf(plugin: string, { namespace }: Contract, asked: Asked): Import {
  return { namespace, location: documentAddress(plugin, { ...asked, document: 1 }) }
}

/** Those that are given as contracts: they are told as they were written. */
function givenIn(told: Told): readonly Given[] {
  return [...told].flatMap(([plugin, contract]) => {
    const { source } = contract
    return source ? [{ plugin, contract, source }] : []
  })
}

const addressOf = ({ transport, base }: Asked) => JSON.stringify([transport, base])

function documentOf(text: string, mediaType: string): Document {
  const tag = createHash('sha256').update(text).digest('base64url')
  return { mediaType, text, tag }
}
