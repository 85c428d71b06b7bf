/** `waybill types`: writes the types of a schema's values in TypeScript. */
import { writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Option } from 'commander'
import { messageOf } from '../../base/errno.js'
import { writeContractTypes } from '../../contract/write-types.js'
import { readContractSet } from '../../contract/wsdl/read/index.js'
import { readContractSchemas } from '../../contract/wsdl/read/schemas.js'
import { readSet } from '../../schema/documents.js'
import type { Library } from '../../schema/read/library.js'
import { type TypesOptions, writeTypes } from '../../schema/types/index.js'
import type { ValueOptions } from '../../schema/values/index.js'
import { CliCommand } from '../command/command.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { filesOf, warn } from './files.js'

interface TypesFlags extends ValueOptions {
  readonly output?: string
  readonly import: string
  readonly catalog?: string
}

export function typesCommand(): CliCommand {
  return new CliCommand('types')
    .argument(
      '<file>',
      'XML Schema 1.0 document, or WSDL 1.1 document: then the types of its operations, too',
    )
    .option('-o, --output <file>', 'write to a file, not to standard output')
    .option('--import <module>', 'what XmlElement and QName are imported from', 'waybill/plugin')
    .addOption(
      new Option('--dates <choice>', 'what the operation chooses: values.dates')
        .choices(['text', 'Date'])
        .default('text'),
    )
    .addOption(
      new Option('--decimals <choice>', 'what the operation chooses: values.decimals')
        .choices(['text', 'number'])
        .default('text'),
    )
    .addOption(
      new Option('--binary <choice>', 'what the operation chooses: values.binary')
        .choices(['bytes', 'stream'])
        .default('bytes'),
    )
    .option('--catalog <file>', 'XML catalog (OASIS): files for what a contract imports')
    .withExits({ 65: 'the schema or the contract is not valid' })
    .withExamples(
      'waybill types calculator.xsd --output calculator.types.ts',
      'waybill types orders.wsdl --dates Date',
    )
    .action(types)
}

function types(file: string, { output, import: module, catalog, ...values }: TypesFlags): void {
  const options = { module, from: basename(file), ...values }
  const text = typesOf(resolve(file), filesOf(catalog), options)
  if (output === undefined) process.stdout.write(text)
  else save(output, text)
}

/** What is bound to SOAP has the types of its operations, too. */
function typesOf(file: string, library: Library, options: TypesOptions): string {
  if (readSet([file], [], library).bindings.length > 0) {
    const { contracts, warnings } = readContractSet(file, library)
    warn(warnings)
    return writeContractTypes(contracts, options).text
  }
  const { schema, warnings } = readContractSchemas(file, library)
  warn(warnings)
  return writeTypes(schema.components, options)
}

function save(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new WrongUsage(`${file} cannot be written: ${messageOf(error)}`)
  }
}
