/** Real contracts, with which other SOAP toolkits test themselves: each is read and its plugin compiles, or it is refused in one sentence. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { clientFiles } from '../../../src/contract/import/client.js'
import type { Copy } from '../../../src/contract/import/linked.js'
import { pluginFiles } from '../../../src/contract/import/plugin.js'
import { readContractSet } from '../../../src/contract/wsdl/read/index.js'
import { WaybillError } from '../../../src/errors.js'
import { readDocuments } from '../../../src/schema/documents.js'
import { InvalidSchema } from '../../../src/schema/invalid-schema.js'
import { resolveSchema } from '../../../src/schema/resolve/index.js'
import { writeTypes } from '../../../src/schema/types/index.js'
import { folderOf } from '../../support/folder.js'
import { conformanceFolder } from '../../support/shared.js'
import { compile, ROOT } from '../../types/compile.js'

const READ = 'read'

/** Why something is refused: the first that fits its sentence. */
const REASONS: readonly (readonly [reason: string, sentence: RegExp])[] = [
  [
    'refers to a schema or a component of one that is not there',
    /(?:there is no|no schema declares the) (?:type|element|attribute)/,
  ],
  [
    'refers to a message, an operation or a part that is not there',
    /there is no (?:message|binding|part)|has no (?:operation|part) /,
  ],
  ['a prefix is not declared', /the prefix .* is not (?:bound|declared)/],
  ['a schema is imported for another namespace than its own', /, and is imported for /],
  ['a schema refers to a namespace that it does not import', /is not imported in this document/],
  [
    'a schema breaks another rule for schemas',
    /\((?:s4s|src|cos|derivation|enumeration|ct|e|p|sch)-[\w.-]+\)$/,
  ],
  ['is bound to nothing but HTTP, or to nothing', /nothing in it is bound to SOAP/],
  ['is a schema, and was asked for as a WSDL document', /it is a schema, and no WSDL/],
  [
    'its operations are called by the service, not by its peers',
    /begins with a message of the service/,
  ],
  ['a document operation has a part that is a type', /is document, and its part/],
  ['its schema is of a draft of XML Schema', /this schema is of .*, and only/],
  ['is no well-formed XML', /is not closed|is closed by|not well-formed/],
]

/** Files of a plugin or of types, or the sentence with which they are refused. */
function read(file: string): readonly (readonly Copy[])[] | string {
  try {
    if (file.endsWith('.xsd')) {
      const schema = resolveSchema(readDocuments([file]))
      const content = writeTypes(schema, { module: 'waybill/plugin', from: 'a.xsd' })
      return [[{ path: 'a.types.ts', content }]]
    }
    const { contracts } = readContractSet(file)
    const client = clientFiles({ called: contracts, contracts, name: 'calling', module: 'waybill' })
    const called = contracts
    return [
      [...pluginFiles({ called, contracts, name: 'orders', module: 'waybill/plugin' }), ...client],
    ]
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'WAYBILL_CONTRACT_INVALID') {
      return error.message
    }
    if (error instanceof InvalidSchema) return `${error.location}: ${error.message}`
    throw error
  }
}

function reasonOf(sentence: string): string {
  return REASONS.find(([, pattern]) => pattern.test(sentence))?.[0] ?? sentence
}

test('real contracts are read, and what is made of them compiles, or they are refused in one sentence', (t) => {
  const shared = conformanceFolder()
  const archive = shared && join(shared, 'contracts.tar.xz')
  if (archive === undefined || !existsSync(archive)) {
    t.log('There are no real contracts beside this checkout: none was read.')
    t.pass()
    return
  }
  const folder = folderOf(t, {})
  execFileSync('tar', ['-xJf', archive, '-C', folder])
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const counts = new Map<string, { wsdl: number; xsd: number }>()
  const files: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const kind = /\.(wsdl|xsd)$/.exec(name)?.[1]
    if (kind !== 'wsdl' && kind !== 'xsd') continue
    const made = read(join(folder, name))
    if (typeof made === 'string') {
      // One line, which begins with a file of the archive.
      t.regex(made, /^\/[^\n]+\.(?:wsdl|xsd)(?::\d+)?: [^\n]{10,400}$/)
      t.true(made.startsWith(folder))
    } else {
      for (const [service, copies] of made.entries()) {
        for (const { path, content } of copies) {
          files[`${index}-${service}/${path}`] = String(content)
        }
      }
    }
    const reason = typeof made === 'string' ? reasonOf(made) : READ
    const count = counts.get(reason) ?? { wsdl: 0, xsd: 0 }
    count[kind] += 1
    counts.set(reason, count)
  }
  const table = tableOf(counts)
  t.log(table)
  t.is(documented(table), table, 'UPDATE_DOCS=1 npx ava dist/test/contract/import/archive.test.js')
  t.true((counts.get(READ)?.wsdl ?? 0) > 100)
  t.true((counts.get(READ)?.xsd ?? 0) > 70)
  t.deepEqual(compile(t, files, { noEmit: true }).errors, [])
})

function tableOf(
  counts: ReadonlyMap<string, { readonly wsdl: number; readonly xsd: number }>,
): string {
  const order = [READ, ...REASONS.map(([reason]) => reason)]
  const rows = [...counts].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  const lines = rows.map(([reason, { wsdl, xsd }]) => `| ${reason} | ${wsdl} | ${xsd} |`)
  return ['| | WSDL documents | schemas |', '| --- | --: | --: |', ...lines].join('\n')
}

/** The table in the documentation; with UPDATE_DOCS set, it is put there. */
function documented(table: string): string | undefined {
  const page = join(ROOT, 'docs/contracts.md')
  const marked = /(<!-- archive -->\n)[\s\S]*?(\n<!-- \/archive -->)/
  const text = readFileSync(page, 'utf8')
  if (process.env.UPDATE_DOCS) {
    writeFileSync(
      page,
      text.replace(marked, (_, open, close) => open + table + close),
    )
    return table
  }
  return /<!-- archive -->\n([\s\S]*?)\n<!-- \/archive -->/.exec(text)?.[1]
}
