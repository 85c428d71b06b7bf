/** `waybill init`: writes a new project, with one typed operation, its test and its configuration. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { systemReason } from '../../base/errno.js'
import { packageVersion } from '../../base/version.js'
import { CliCommand } from '../command/command.js'
import { printJson } from '../command/print.js'
import { writeFolder } from '../command/write-folder.js'
import { WrongUsage } from '../command/wrong-usage.js'
import { mergedManifest } from './manifest.js'
import { type ProjectFile, projectFiles } from './project.js'

const HELP = `
A file that is there already is never written over; a package.json gets what it lacks.
`

export function initCommand(): CliCommand {
  return new CliCommand('init')
    .argument('[folder]', 'where the project is written', '.')
    .withJson('one object', {
      folder: 'where the project is written',
      files: 'paths below the folder',
    })
    .addHelpText('after', HELP)
    .withExits({ 64: 'a file is there already' })
    .withExamples('waybill init', 'waybill init my-node')
    .action(init)
}

function init(folder: string, { json }: { readonly json: boolean }): void {
  const root = resolve(folder)
  const files = projectFiles(packageName(root), packageVersion())
  const manifest = join(root, 'package.json')
  const merged = existsSync(manifest) ? mergeInto(manifest, files) : undefined
  const fresh = merged === undefined ? files : files.filter(({ path }) => path !== 'package.json')
  refuseThere(root, fresh)
  writeFolder(root, fresh, false)
  if (merged !== undefined) writeFileSync(manifest, merged)
  if (json) printJson({ folder: root, files: files.map(({ path }) => path).sort() })
  else process.stdout.write(nextSteps(relative(process.cwd(), root), files))
}

/** RFC 3986's unreserved characters in lower case are what npm lets into a name. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
  return name === '' || name === 'waybill' ? 'soap-node' : name
}

function mergeInto(manifest: string, files: readonly ProjectFile[]): string {
  const ours = files.find(({ path }) => path === 'package.json')?.content ?? ''
  const begun = (main: string) => existsSync(join(dirname(manifest), main))
  try {
    const merged = mergedManifest(readFileSync(manifest, 'utf8'), ours, begun)
    if (merged !== undefined) return merged
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : systemReason(error)
    throw new WrongUsage(`${manifest} cannot be read (${reason})`)
  }
  const wants = 'it must be "type": "module", and have no scripts named types, build, test or start'
  throw new WrongUsage(`${manifest} belongs to another project: ${wants}. Give another folder`)
}

function refuseThere(root: string, files: readonly ProjectFile[]): void {
  const there = files.map(({ path }) => path).filter((path) => existsSync(join(root, path)))
  if (there.length === 0) return
  throw new WrongUsage(`${there.join(', ')} would be written over in ${root}: give another folder`)
}

function nextSteps(folder: string, files: readonly ProjectFile[]): string {
  const step = folder === '' ? [] : [`cd ${folder}`]
  return [
    ...files.map(({ path }) => join(folder, path)).sort(),
    '',
    'Next:',
    ...[...step, 'npm install', 'npm test', 'npm start'].map((command) => `  ${command}`),
    '',
    'Then a browser shows the service at http://127.0.0.1:8080/soap/greeting',
    'and clients find its WSDL at       http://127.0.0.1:8080/soap/greeting?wsdl',
    '',
  ].join('\n')
}
