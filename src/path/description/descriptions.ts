/** What this node publishes about itself: the contracts of its plugins, written for who asks and kept for the next who does. */
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
  portsFor,
  type WrittenContract,
  warningOf,
} from './contract-documents.js'
import {
  type ContractsByPlugin,
  contractsByPlugin,
  publicContracts,
} from './contracts-by-plugin.js'
import { KeptDocuments } from './kept-documents.js'
import { needsOf } from './needs.js'
import { writingPage } from './pages.js'
import { type DescribedPolicyPort, type PortRequest, portsOf } from './ports.js'

/** Namespace of the definitions of a node as a whole. */
const WHOLE = 'urn:waybill:node'

/** What is described: the part of a node's configuration that it follows from. */
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
  readonly ports: readonly DescribedPolicyPort[]
}

export class Descriptions {
  readonly #around: Around
  readonly #addressing: boolean
  readonly #all: ContractsByPlugin
  readonly #public: ContractsByPlugin
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
    this.#all = contractsByPlugin(plugins, options)
    this.#public = publicContracts(plugins, this.#all, options)
    this.differences = writtenIn(this.#all).flatMap(
      (written) => warningOf(written, this.#around) ?? [],
    )
  }

  /** The contracts that who asks may know, without ports, by plugin. */
  contracts({ publicOnly }: Pick<PortRequest, 'publicOnly'>): ContractsByPlugin {
    return publicOnly ? this.#public : this.#all
  }

  /**
   * @param plugin  undefined for all of them
   * @returns undefined if there is none that who asks may know
   */
  wsdl(plugin: string | undefined, request: PortRequest): Document | undefined {
    const form = ['wsdl', plugin, request.all, request.soap, request.document, request.publicOnly]
    return this.#written(form, request, () => {
      const chosen = this.#chosen(plugin, request)
      const written = writtenIn(chosen).filter(
        (one) => portsFor(one, this.#around, request).length > 0,
      )
      const described = this.#described(plugin, chosen, request)
      const [only] = written
      if (only && written.length + described.length === 1) {
        return contractWsdl(only, request, this.#around)
      }
      if ((request.document ?? 1) > 1 || written.length + described.length === 0) return undefined
      // Each contract keeps its own namespace, and its own names: it is imported.
      const imported = written.map((one) => importOf(one.plugin, one.contract, request))
      if (described.length === 0 || (plugin === undefined && contradictEachOther(described))) {
        const others = described.map((one) => importOf(one.plugin, one, request))
        return writeImports(WHOLE, [...others, ...imported])
      }
      const options = this.#options(plugin, request, described)
      return writeWsdl(described, { ...options, imports: imported })
    })
  }

  /**
   * A schema of such definitions.
   *
   * @param number  from 1 on
   */
  schema(plugin: string | undefined, number: number, request: PortRequest): Document | undefined {
    return this.#written(['schema', plugin, number, request.publicOnly], request, () => {
      const chosen = this.#chosen(plugin, request)
      const contracts =
        plugin === undefined ? this.#described(plugin, chosen, request) : [...chosen.values()]
      return writeSchema(contracts, number, this.#location(plugin, request))
    })
  }

  /**
   * The page of a plugin for people, or that of all of them.
   *
   * @returns undefined if there is none that who asks may know
   */
  page(plugin: string | undefined, request: PortRequest): Walk<Document> | undefined {
    const writing = writingPage(plugin, this.contracts(request), request, this.#around.transports)
    return writing && this.#page(['page', plugin, request.publicOnly], request, writing)
  }

  *#page(form: readonly unknown[], request: PortRequest, writing: Walk<string>): Walk<Document> {
    const kept = this.#kept.find(addressOf(request), JSON.stringify(form))
    if (kept) return kept
    const page = documentOf(yield* writing, 'text/html')
    const document = { ...page, policy: CONTENT_SECURITY_POLICY }
    return this.#kept.keep(addressOf(request), JSON.stringify(form), document)
  }

  #chosen(plugin: string | undefined, request: PortRequest): ContractsByPlugin {
    return new Map(
      [...this.contracts(request)].filter(([name]) => plugin === undefined || name === plugin),
    )
  }

  /** Those that are not given as contracts, with the ports that are described. */
  #described(
    plugin: string | undefined,
    contracts: ContractsByPlugin,
    request: PortRequest,
  ): readonly Described[] {
    return [...contracts]
      .filter(([, { source }]) => source === undefined)
      .map(([name, contract]) => ({
        ...contract,
        // Beside others it is named as its path is: no two have one name.
        name: plugin === undefined ? name : contract.name,
        ports: portsOf(this.#around.transports, name, request),
        plugin: name,
      }))
  }

  #options(
    plugin: string | undefined,
    request: PortRequest,
    described: readonly Described[],
  ): WsdlOptions {
    const ports = new Map<
      ContractPort,
      { readonly plugin: string; readonly port: DescribedPolicyPort }
    >(
      described.flatMap(({ plugin: name, ports: all }) =>
        all.map((port) => [port, { plugin: name, port }] as const),
      ),
    )
    return {
      namespace: plugin === undefined ? WHOLE : undefined,
      location: this.#location(plugin, request),
      addressing: this.#addressing,
      needs: (_contract, port, { request }) => {
        const described = ports.get(port)
        return (
          described &&
          needsOf(this.#around.policies, described.plugin, described.port, request.entry)
        )
      },
    }
  }

  #location(plugin: string | undefined, { base }: PortRequest): Location {
    const address = plugin === undefined ? base : `${base}/${plugin}`
    return (number) => `${address}?xsd=${number}`
  }

  #written(
    form: readonly unknown[],
    request: PortRequest,
    write: () => string | undefined,
  ): Document | undefined {
    const [address, key] = [addressOf(request), JSON.stringify(form)]
    const document = this.#kept.find(address, key)
    if (document) return document
    const text = write()
    if (text === undefined) return undefined
    return this.#kept.keep(address, key, documentOf(text, 'text/xml'))
  }
}

/** Each plugin's own, with the ports that are asked for. */
function importOf(plugin: string, { namespace }: Contract, request: PortRequest): Import {
  return { namespace, location: documentAddress(plugin, { ...request, document: 1 }) }
}

/** Those that are given as contracts: they are told as they were written. */
function writtenIn(contracts: ContractsByPlugin): readonly WrittenContract[] {
  return [...contracts].flatMap(([plugin, contract]) => {
    const { source } = contract
    return source ? [{ plugin, contract, source }] : []
  })
}

const addressOf = ({ transport, base }: PortRequest) => JSON.stringify([transport, base])

function documentOf(text: string, mediaType: string): Document {
  const tag = createHash('sha256').update(text).digest('base64url')
  return { mediaType, text, tag }
}
