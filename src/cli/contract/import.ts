/** `waybill import`: writes a plugin, or a client, for a contract that somebody else has written. */
import { join, resolve } from 'node:path'
import { printable } from '../../base/printable.js'
import type { Contract } from '../../contract/contract.js'
import { importing } from '../../contract/import/catalogued.js'
import { clientFiles } from '../../contract/import/client.js'
import { copyDocuments } from '../../contract/import/copies.js'
import { fetchContract } from '../../contract/import/fetch.js'
import { fromFiles } from '../../contract/import/from-files.js'
import { pluginFiles } from '../../contract/import/plugin.js'
import { lineOf } from '../../contract/import/policy/finding.js'
import { planOf } from '../../contract/import/policy/plan.js'
import type { ImportSource } from '../../contract/import/source.js'
import { type ReadContracts, readContractSet } from '../../contract/wsdl/read/index.js'
import { openCatalog } from '../../contract/wsdl/read/library.js'
import { CliCommand } from '../command/command.js'
import { note, printJson } from '../command/print.js'
import { writeFolder } from '../command/write-folder.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { warn } from './files.js'

interface ImportFlags {
  readonly to?: string
  readonly service?: string
  readonly catalog?: string
  readonly client: boolean
  readonly import?: string
  readonly force: boolean
  readonly json: boolean
}

const HELP = `
A document with several services makes a plugin of each, in folders beside the documents. What the document imports is copied from the files beside it, or fetched from the same origin.
A client of a contract with policies has a function beside it that makes the security options of its sender. What of
the policies a client cannot meet is told on standard error, and in the file.
`

export function importCommand(): CliCommand {
  return new CliCommand('import')
    .argument('<source>', 'WSDL 1.1 document: a file, or a URL of http or https')
    .option('--to <folder>', 'where it is written; default: a folder named as the document')
    .option('--service <name>', 'one of several services; default: all')
    .option(
      '--catalog <file>',
      'XML catalog (OASIS): files for what the document imports from elsewhere',
    )
    .option('--client', 'write a typed client in place of a plugin', false)
    .option(
      '--import <module>',
      'what is imported from; default: waybill/plugin, for a client waybill',
    )
    .option('--force', 'write over files that are there', false)
    .withJson('one object', {
      folder: 'where it is written',
      files: 'paths below the folder',
      warnings: 'where a document is not as it should be, and how it was taken',
      policies:
        'kind (unmet, or yours to see to), assertion, location and why of what a client does not do by itself',
    })
    .addHelpText('after', HELP)
    .withExits({
      64: 'a file is there already, or no service has that name',
      65: 'the contract is not valid',
      69: 'it cannot be fetched',
    })
    .withExamples(
      'waybill import orders.wsdl --to plugins/orders',
      "waybill import 'https://partner.example/orders?wsdl' --client --to src/orders",
      "waybill import 'https://partner.example/orders?wsdl' --catalog catalog.xml",
    )
    .action(importContract)
}

async function importContract(source: string, flags: ImportFlags): Promise<void> {
  const catalog = openCatalog(flags.catalog === undefined ? undefined : resolve(flags.catalog))
  if (!/^https?:/i.test(source)) {
    write(importing(fromFiles(resolve(source)), catalog), flags)
    return
  }
  // What is no URL may have a password in it anyway.
  if (!URL.canParse(source)) throw new WrongUsage('the source begins as a URL, and is none')
  const fetched = await fetchContract(new URL(source), { catalog })
  for (const url of fetched.elsewhere) {
    note(printable(`not fetched, as it is of another origin: ${url}`))
  }
  write(importing(fetched, catalog), flags)
}

function write(source: ImportSource, flags: ImportFlags): void {
  const { to, service, client, import: module, force, json } = flags
  const { name } = source
  const set = readContractSet(source.main, source)
  const { contracts, warnings } = set
  warn(warnings)
  const called = service === undefined ? contracts : [chosen(set, service)]
  const folder = resolve(to ?? name)
  const copies = copyDocuments(set, source, `${name}.wsdl`)
  const written = client
    ? clientFiles({ called, contracts, name, module: module ?? 'waybill' })
    : pluginFiles({ called, contracts, name, module: module ?? 'waybill/plugin' })
  const files = [...copies, ...written]
  writeFolder(folder, files, force)
  const policies = client ? called.flatMap((contract) => planOf(contract)?.findings ?? []) : []
  for (const finding of policies) note(printable(`${WHAT[finding.kind]}: ${lineOf(finding)}`))
  if (json) printJson({ folder, files: files.map(({ path }) => path), warnings, policies })
  else for (const { path } of files) process.stdout.write(`${join(to ?? name, path)}\n`)
}

const WHAT = { unmet: 'policy cannot be met', yours: 'policy, see to it yourself' } as const

function chosen({ contracts }: ReadContracts, service: string): Contract {
  const found = contracts.find(({ name }) => name === service)
  if (found) return found
  const names = contracts.map(({ name }) => name).join(', ')
  throw new WrongUsage(printable(`--service: expected one of ${names}, got ${service}`))
}
