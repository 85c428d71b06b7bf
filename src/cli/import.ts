/** `waybill import`: writes a plugin, or a client, for a contract that somebody else has written. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse, resolve } from 'node:path'
import { printable } from '../base/printable.js'
import type { Contract } from '../contract/contract.js'
import { clientFiles } from '../contract/import/client.js'
import { fetchContract, fileName, isWeb } from '../contract/import/fetch.js'
import { copyFiles } from '../contract/import/from-files.js'
import { pluginFiles } from '../contract/import/plugin.js'
import { type ReadContracts, readContractSet } from '../contract/wsdl/read/index.js'
import { WaybillError } from '../errors.js'
import { CliCommand } from './command.js'
import { note, printJson } from './print.js'
import { writeFolder } from './write-folder.js'
import { WrongUsage } from './wrong-usage.js'

interface ImportFlags {
  readonly to?: string
  readonly service?: string
  readonly client: boolean
  readonly import?: string
  readonly force: boolean
  readonly json: boolean
}

const HELP = `
What the document imports is copied from the files beside it, or fetched from the same host.
`

export function importCommand(): CliCommand {
  return new CliCommand('import')
    .argument('<source>', 'WSDL 1.1 document: a file, or a URL of http or https')
    .option('--to <folder>', 'where it is written; default: a folder named as the document')
    .option('--service <name>', 'which service, if the document has several')
    .option('--client', 'write a typed client in place of a plugin', false)
    .option(
      '--import <module>',
      'what is imported from; default: waybill/plugin, for a client waybill',
    )
    .option('--force', 'write over files that are there', false)
    .withJson('one object', {
      folder: 'where it is written',
      files: 'paths below the folder',
    })
    .addHelpText('after', HELP)
    .withExits({
      64: 'a file is there already, or a service has to be named',
      65: 'the contract is not valid',
      69: 'it cannot be fetched',
    })
    .withExamples(
      'waybill import orders.wsdl --to plugins/orders',
      "waybill import 'https://partner.example/orders?wsdl'",
      "waybill import 'https://partner.example/orders?wsdl' --client --to src/orders",
    )
    .action(importContract)
}

async function importContract(source: string, flags: ImportFlags): Promise<void> {
  if (!URL.canParse(source) || !isWeb(new URL(source))) {
    importFile(resolve(source), flags)
    return
  }
  const { copies, urls, elsewhere } = await fetchContract(new URL(source))
  for (const said of elsewhere) note(printable(`not fetched, as it is on another host: ${said}`))
  const folder = mkdtempSync(join(tmpdir(), 'waybill-import-'))
  try {
    for (const { path, content } of copies) writeFileSync(join(folder, path), content)
    importFile(join(folder, copies[0].path), flags)
  } catch (error) {
    throw error instanceof WaybillError ? told(error, folder, urls) : error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What was fetched is known to its reader by its URL, and not by the folder that is removed. */
function told(
  error: WaybillError,
  folder: string,
  urls: ReadonlyMap<string, string>,
): WaybillError {
  let sentence = error.message
  for (const [path, url] of urls) sentence = sentence.replaceAll(join(folder, path), url)
  return new WaybillError(error.code, sentence, { cause: error })
}

function importFile(file: string, flags: ImportFlags): void {
  const { to, service, client, import: module, force, json } = flags
  const set = readContractSet(file)
  const { contracts } = set
  // A client has all services, unless one is named.
  const called = client && service === undefined ? contracts : [chosen(set, service)]
  const name = fileName(parse(file).name)
  const folder = resolve(to ?? name)
  const copies = copyFiles(set, file, `${name}.wsdl`)
  const written = client
    ? clientFiles({ called, contracts, name, module: module ?? 'waybill' })
    : called.flatMap((contract) =>
        pluginFiles({ contract, contracts, name, module: module ?? 'waybill/plugin' }),
      )
  const files = [...copies, ...written]
  writeFolder(folder, files, force)
  if (json) printJson({ folder, files: files.map(({ path }) => path) })
  else for (const { path } of files) process.stdout.write(`${join(to ?? name, path)}\n`)
}

function chosen({ contracts }: ReadContracts, service: string | undefined): Contract {
  const [first, ...others] = contracts
  if (service === undefined && others.length === 0) return first
  const found = contracts.find(({ name }) => name === service)
  if (found) return found
  const names = contracts.map(({ name }) => name).join(', ')
  throw new WrongUsage(printable(`give --service: the document has the services ${names}`))
}
