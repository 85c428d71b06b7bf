/** Writes a plugin for each service of a contract: their types, a handler for each operation that does nothing yet, and a README. */
import { comment, keyText, literal } from '../../schema/types/write-text.js'
import type { Contract, ContractOperation } from '../contract.js'
import { writeContractTypes } from '../write-types.js'
import type { Copy } from './linked.js'
import { fileName, free } from './names.js'

export interface PluginText {
  /** The services that get a plugin each: one, or all of the document. */
  readonly called: readonly Contract[]
  /** Every contract of the document. */
  readonly contracts: readonly [Contract, ...Contract[]]
  /** Name of the WSDL document and of the types, without their ends. */
  readonly name: string
  /** What the plugin imports from: `waybill/plugin`. */
  readonly module: string
}

/** One of them, and where its module is. */
interface PluginModule {
  readonly contract: Contract
  /** Path of its folder below that of the documents, with a `/`; empty for the same one. */
  readonly folder: string
}

export function pluginFiles(plugin: PluginText): readonly Copy[] {
  const { contracts, name, module } = plugin
  const { text, names } = writeContractTypes(contracts, { module, from: `${name}.wsdl` })
  const all = pluginModules(plugin)
  return [
    { path: `${name}.types.ts`, content: text },
    ...all.map((one) => ({
      path: `${one.folder}index.ts`,
      content: moduleText(one, plugin, names.get(one.contract) ?? ''),
    })),
    { path: 'README.md', content: readmeText(all, name) },
  ]
}

/** The plugins of several services are beside each other: each folder is a name, and so a path of the node. */
function pluginModules({ called }: PluginText): readonly PluginModule[] {
  const taken = new Set<string>()
  return called.map((contract) => {
    const folder = called.length === 1 ? '' : `${free(fileName(contract.name), taken)}/`
    return { contract, folder }
  })
}

function moduleText(
  { contract, folder }: PluginModule,
  { contracts, name, module }: PluginText,
  type: string,
): string {
  const beside = folder === '' ? './' : '../'
  const service = contracts.length > 1 ? `  service: ${literal(contract.name)},\n` : ''
  const handlers = contract.operations.map(handlerText).join('\n')
  // A service may be called as what the module needs beside its types.
  const own = NEEDED.includes(type) ? `${type}Service` : type
  const from = own === type ? type : `${type} as ${own}`
  const imported = handlers === '' ? 'definePlugin' : 'definePlugin, SoapFault'
  const lines = [
    `/** What the operations of ${name}.wsdl do. */`,
    `import { ${imported} } from '${module}'`,
    `import type { ${from} } from '${beside}${name}.types.js'`,
    '',
    `export default definePlugin<${own}>(() => ({`,
    `  contract: new URL('${beside}${name}.wsdl', import.meta.url),`,
    `${service}  handlers: {`,
    `${handlers}  },`,
    '}))',
    handlers === '' ? '' : NOT_IMPLEMENTED,
  ]
  return lines.join('\n')
}

const NEEDED: readonly string[] = ['SoapFault', 'URL']

const NOT_IMPLEMENTED = `
function notImplemented(operation: string): SoapFault {
  return new SoapFault({ code: 'Server', reason: \`\${operation} is not implemented yet.\` })
}
`

function handlerText({ name, documentation, exchange }: ContractOperation): string {
  const notes = [
    ...(documentation === undefined ? [] : [documentation]),
    ...(exchange === 'one-way' ? ['One-way: nobody waits for an answer.'] : []),
  ]
  return `${comment(notes, '    ')}    async ${keyText(name)}(_request, _exchange) {
      throw notImplemented(${literal(name)})
    },
`
}

function readmeText(all: readonly PluginModule[], name: string): string {
  const [first] = all
  const one = all.length === 1 ? first : undefined
  const what = one ? 'A plugin' : 'Plugins'
  const its = one ? 'whose contract is' : 'one for each service of the contract'
  const where = one ? '`index.ts`' : 'the `index.ts` of its folder'
  const entries = one
    ? `plugins: [./dist/${name}]`
    : ['plugins:', ...all.map((each) => entryOf(each, name))].join('\n')
  return `# ${cell(one ? one.contract.name : name)}

${what} for Waybill, ${its} \`${name}.wsdl\`. The handlers are in ${where}: each throws a fault until it is
written. What it takes and gives has its types in \`${name}.types.ts\`; make them again when the contract changes:

\`\`\`sh
npx waybill types ${name}.wsdl -o ${name}.types.ts
\`\`\`

The node needs JavaScript: compile ${one ? 'the plugin' : 'them'} (with \`@types/node\` among its \`types\`), copy the WSDL and XSD files to where ${one ? '`index.js`' : 'the folders'} ${one ? 'is' : 'are'}, and name ${one ? 'that folder' : 'each folder'} in the configuration:

\`\`\`yaml
${entries}
\`\`\`
${all.map((each) => tableOf(each, one === undefined)).join('')}`
}

/** Services of one contract often have an operation of one name: each is called at its own path only. */
function entryOf({ folder }: PluginModule, name: string): string {
  return `  - { use: ./dist/${name}/${folder.slice(0, -1)}, path: own }`
}

function tableOf({ contract, folder }: PluginModule, titled: boolean): string {
  const rows = contract.operations.map(
    ({ name, documentation, exchange, style, use }) =>
      `| ${cell(name)} | ${cell(documentation ?? '')} | ${exchange}, ${style}/${use} |\n`,
  )
  const title = titled ? `\n## ${cell(contract.name)}\n\nIn \`${folder}\`.\n` : ''
  return `${title}
| operation | what it does | how |
| --- | --- | --- |
${rows.join('')}`
}

/** Text in a table: no mark-up of others, and one line. */
function cell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\|`<>[\]*_]/g, '\\$&')
    .trim()
}
