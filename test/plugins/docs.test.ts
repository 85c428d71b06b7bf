/** What the pages and comments for authors of plugins print compiles, runs, and is complete. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { createLog } from '../../src/log.js'
import { loadPlugins } from '../../src/path/plugins/load.js'
import { SOAP_11 } from '../../src/soap/version.js'
import { writeElement } from '../../src/xml/write.js'
import { endedJobs } from '../support/jobs.js'
import { makeNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'
import { compile, ROOT } from '../types/compile.js'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The files that docs/plugins.md prints: each block of code says its path in its first line. */
function printed(): Readonly<Record<string, string>> {
  const blocks = [...read('docs/plugins.md').matchAll(/^```(?:ts|js|xml)\n([\s\S]*?)^```$/gm)]
  return Object.fromEntries(
    blocks.map(([, code = '']) => {
      const [first = '', ...rest] = code.split('\n')
      const path = /^(?:\/\/|<!--) (\S+\.\w+)/.exec(first)?.[1]
      if (path === undefined) throw new Error(`a block begins with ${first}, not with its path`)
      return [path, rest.join('\n')]
    }),
  )
}

/** A node with the plugins of the page, compiled. */
async function nodeOfPage(t: ExecutionContext) {
  const { folder, errors } = compile(t, printed())
  t.deepEqual(errors, [])
  const entries = ['./echo', './trail', { use: './prices', options: { currency: 'CHF' } }]
  const loaded = await loadPlugins(entries, folder, () => createLog('silent'))
  return makeNode(Object.fromEntries(loaded.map(({ name, definition }) => [name, definition])))
}

test('the plugins of docs/plugins.md compile, and do what the page says', async (t) => {
  const node = await nodeOfPage(t)
  const ask = async (entry: string, header = '') => {
    const outcome = await node.inject(soap11(entry, header))
    return outcome.kind === 'reply' || outcome.kind === 'fault'
      ? outcome.message.body
      : outcome.kind
  }
  const prices = (name: string, inside: string) =>
    `<p:${name} xmlns:p="urn:example:prices">${inside}</p:${name}>`
  const item = (name: string) => `<p:item>${name}</p:item>`

  const echo = '<e:Echo xmlns:e="urn:example:echo"><e:text>x</e:text></e:Echo>'
  t.regex(await ask(echo), /<m:text>x<\/m:text>/)

  const customer = prices('Customer', 'Ada')
  const quote = await ask(prices('Quote', item('tea')), customer)
  t.regex(quote, /<m:currency>CHF<.*<m:line><m:item>tea<\/m:item><m:cents>250<\/m:cents><\/m:line>/)
  t.is(node.log.find(({ msg }) => msg === 'asks for prices')?.customer, 'Ada')
  t.regex(await ask(prices('Quote', item('milk'))), /UnknownItem [^>]*>milk</)
  t.regex(await ask(prices('Quote', item('milk'))), /<faultcode [^>]*>code:UnknownItem</)
  t.regex(await ask(prices('Quote', '')), /faultcode>soap:Client</)

  t.is(await ask(prices('SetPrice', `${item('milk')}<p:cents>120</p:cents>`)), 'accepted')
  await endedJobs(node.queue)
  t.regex(await ask(prices('Quote', item('milk') + item('tea'))), /<m:cents>120<.*<m:cents>250</)

  const trail = `<t:Trail xmlns:t="urn:example:trail" step="3" s:actor="${SOAP_11.next}"/>`
  t.regex(await ask(echo, trail), /<t:Seen [^>]*step="3"><t:over>memory<\/t:over><\/t:Seen>/)
})

test('options that the plugin of the page does not take keep the node from starting', async (t) => {
  const { folder } = compile(t, printed())
  const entries = [{ use: './prices', options: { currency: 7 } }]
  await t.throwsAsync(
    loadPlugins(entries, folder, () => createLog('silent')),
    {
      message: 'the plugin ./prices does not start: currency is a text, such as EUR',
    },
  )
})

/** The examples in the comments of a file, without the stars. */
const examplesOf = (file: string) =>
  [...read(file).matchAll(/ \* @example\n((?: \*.*\n)+?) \*\//g)].map(([, lines = '']) =>
    lines.replace(/^ \* ?/gm, ''),
  )

const IMPORTS = `import { attribute, definePlugin, element, header, operation } from 'waybill/plugin'\n`

test('the examples in the comments of the contract of plugins compile', (t) => {
  const files = ['plugin', 'contract/operation', 'contract/header-handler']
  const examples = files.flatMap((file) => examplesOf(`src/${file}.ts`))
  t.is(examples.length, 3)
  const modules = examples.map((code, index) => [`${index}.ts`, IMPORTS + code])
  t.deepEqual(compile(t, Object.fromEntries(modules), { noEmit: true }).errors, [])
})

test('the example of element() makes what it says', async (t) => {
  const [code = '', ...more] = examplesOf('src/xml/tree.ts')
  t.deepEqual(more, [])
  const { folder, errors } = compile(t, { 'made.ts': `${IMPORTS}export const made = ${code}` })
  t.deepEqual(errors, [])
  const { made } = await import(pathToFileURL(join(folder, 'made.js')).href)
  const text = code.matchAll(/^\/\/ *(.*)$/gm)
  t.is(writeElement(made), [...text].map(([, line]) => line).join(''))
})

test('everything that waybill/plugin exports is documented', (t) => {
  const contract = read('src/plugin.ts')
  const reexported = [...contract.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/(.*)\.js'/gm)]
  const names = [
    ...[...contract.matchAll(/^export (?:interface|type|const|function) (\w+)/gm)].map(
      ([, name = '']) => ['src/plugin.ts', name] as const,
    ),
    ...reexported.flatMap(([, list = '', file = '']) =>
      list
        .split(',')
        .map((entry) => entry.replace('type ', '').trim())
        .filter((name) => name !== '')
        .map((name) => [`src/${file}.ts`, name] as const),
    ),
  ]
  t.true(names.length > 40)
  const bare = names.filter(([file, name]) => {
    const declared = `export (interface|type|const|function|class) ${name}\\b`
    const comment = '^(/\\*\\*.*)? \\*/\\n(// biome-ignore .*\\n)?'
    return !new RegExp(comment + declared, 'm').test(read(file))
  })
  t.deepEqual(bare, [])
})
