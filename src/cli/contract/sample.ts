/** `waybill sample`: writes a message that a schema allows. */
import { resolve } from 'node:path'
import { readContractSchemas } from '../../contract/wsdl/read/schemas.js'
import { EXIT } from '../../errors.js'
import type { ElementDeclaration, SchemaComponents } from '../../schema/components.js'
import { NoSample, sampleText } from '../../schema/sample/index.js'
import { CliCommand } from '../command/command.js'
import { note } from '../command/print.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { filesOf, warn } from './files.js'

export function sampleCommand(): CliCommand {
  return new CliCommand('sample')
    .argument('<file>', 'XML Schema 1.0 document, or WSDL 1.1 document with schemas in it')
    .argument('<element>', 'name of a global element, or {namespace}name')
    .option('--catalog <file>', 'XML catalog (OASIS): files for what a contract imports')
    .option('--least', 'leave out what may be left out', false)
    .withExits({ 65: 'the schema is not valid, or no sample was found' })
    .withExamples(
      'waybill sample order.xsd order',
      "waybill sample orders.wsdl '{urn:example:orders}Place' --least",
    )
    .action(sample)
}

interface SampleFlags {
  readonly least: boolean
  readonly catalog?: string
}

function sample(file: string, name: string, { least, catalog }: SampleFlags): void {
  const { schema, warnings } = readContractSchemas(resolve(file), filesOf(catalog))
  warn(warnings)
  const declaration = elementOf(schema.components, name)
  try {
    process.stdout.write(sampleText(schema, declaration, least))
  } catch (error) {
    if (!(error instanceof NoSample)) throw error
    note(`${name}: ${error.message}`)
    process.exitCode = EXIT.dataError
  }
}

/** By its Clark name, or by its local name if no other element has it. */
function elementOf({ elements }: SchemaComponents, name: string): ElementDeclaration {
  const all = [...elements.values()]
  const found = all.filter((element) => element.name === name || element.local === name)
  const [only] = found
  if (only && found.length === 1) return only
  const names = (only ? found : all).map((element) => element.name).join(', ')
  throw new WrongUsage(
    only
      ? `${name} is one of ${names}: name its namespace`
      : `there is no element ${name}; there are: ${names}`,
  )
}
