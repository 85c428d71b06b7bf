/** Writes a plugin for a contract: its types, a handler for each operation that does nothing yet, and a README. */
import { comment, keyText, literal } from '../../schema/types/write-text.js'
import type { Contract, ContractOperation } from '../contract.js'
import { writeContractTypes } from '../write-types.js'
import type { Copy } from './linked.js'

export interface PluginText {
  readonly contract: Contract
  /** Every contract of the document, that one too. */
  readonly contracts: readonly [Contract, ...Contract[]]
  /** Name of the WSDL document and of the types, without their ends. */
  readonly name: string
  /** What the plugin imports from: `waybill/plugin`. */
  readonly module: string
}

export function pluginFiles(plugin: PluginText): readonly Copy[] {
  const { contract, contracts, name, module } = plugin
  const { text, names } = writeContractTypes(contracts, { module, from: `${name}.wsdl` })
  return [
    { path: `${name}.types.ts`, content: text },
    { path: 'index.ts', content: moduleText(plugin, names.get(contract) ?? '') },
    { path: 'README.md', content: readmeText(plugin) },
  ]
}

function moduleText({ contract, contracts, name, module }: PluginText, type: string): string {
  const service = contracts.length > 1 ? `  service: ${literal(contract.name)},\n` : ''
  const handlers = contract.operations.map(handlerText).join('\n')
  // A service may be called as what the module needs beside its types.
  const own = NEEDED.includes(type) ? `${type}Service` : type
  const from = own === type ? type : `${type} as ${own}`
  const imported = handlers === '' ? 'definePlugin' : 'definePlugin, SoapFault'
  const lines = [
    `/** What the operations of ${name}.wsdl do. */`,
    `import { ${imported} } from '${module}'`,
    `import type { ${from} } from './${name}.types.js'`,
    '',
    `export default definePlugin<${own}>(() => ({`,
    `  contract: new URL('./${name}.wsdl', import.meta.url),`,
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

function readmeText({ contract, name }: PluginText): string {
  const rows = contract.operations.map(
    ({ name, documentation, exchange, style, use }) =>
      `| ${cell(name)} | ${cell(documentation ?? '')} | ${exchange}, ${style}/${use} |\n`,
  )
  return `# ${cell(contract.name)}

A plugin for Waybill, whose contract is \`${name}.wsdl\`. Its handlers are in \`index.ts\`: each throws a fault until it is
written. What it takes and gives has its types in \`${name}.types.ts\`; make them anew when the contract changes:

\`\`\`sh
npx waybill types ${name}.wsdl -o ${name}.types.ts
\`\`\`

The node needs JavaScript: compile the plugin (with \`@types/node\` among its \`types\`), copy the WSDL and XSD files to where \`index.js\` is, and name that folder in the configuration:

\`\`\`yaml
plugins: [./dist/${name}]
\`\`\`

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
