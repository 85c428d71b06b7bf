/** The files of a new project: a node with one typed operation, its test and its configuration. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readDocuments } from '../../schema/documents.js'
import { resolveSchema } from '../../schema/resolve/index.js'
import { writeTypes } from '../../schema/types/index.js'

export interface ProjectFile {
  readonly path: string
  readonly content: string
}

const FILES = new URL('./files/', import.meta.url)

const PATHS = [
  'plugins/greeting/greeting.xsd',
  'plugins/greeting/index.ts',
  'test/greeting.test.ts',
  'package.json',
  'tsconfig.json',
  'waybill.yaml',
  'docker-compose.yml',
  'README.md',
  '.gitignore',
]

/**
 * @param name     of the package
 * @param version  of this package, which the project is pinned to
 */
export function projectFiles(name: string, version: string): readonly ProjectFile[] {
  const files = PATHS.map((path) => {
    // npm leaves out a file that is named .gitignore, and obeys it.
    const text = readFileSync(new URL(`${path.replace(/^\./, '')}.template`, FILES), 'utf8')
    return { path, content: text.replaceAll('{{name}}', name).replaceAll('{{waybill}}', version) }
  })
  return [...files, { path: 'plugins/greeting/greeting.types.ts', content: types() }]
}

/** As `waybill types` writes them. */
function types(): string {
  const file = fileURLToPath(new URL('plugins/greeting/greeting.xsd.template', FILES))
  const schema = resolveSchema(readDocuments([file]))
  return writeTypes(schema, { module: 'waybill/plugin', from: 'greeting.xsd' })
}
