/** Where plugins are found, what they are given, and what each mistake is told as. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { PluginEntry } from '../../src/config/schema.js'
import { type ErrorCode, WaybillError } from '../../src/errors.js'
import { createLog } from '../../src/log.js'
import { loadPlugins } from '../../src/path/plugins/load.js'
import type { LoadedPlugin } from '../../src/path/plugins/loaded.js'
import { folderOf } from '../support/folder.js'

const log = () => createLog('silent')
const plugin = (operation: string) =>
  `export default () => ({ operations: [{ name: '{urn:x}${operation}', invoke: () => ({}) }] })`

function load(
  t: ExecutionContext,
  files: Readonly<Record<string, string>>,
  entries: readonly unknown[],
): Promise<readonly LoadedPlugin[]> {
  const whole = entries.map((entry) =>
    typeof entry === 'string' ? entry : { options: {}, ...(entry as object) },
  )
  return loadPlugins(whole as PluginEntry[], folderOf(t, files), log)
}

async function refused(
  t: ExecutionContext,
  files: Readonly<Record<string, string>>,
  entries: readonly unknown[],
  code: ErrorCode,
): Promise<string> {
  const error = await t.throwsAsync(load(t, files, entries), { instanceOf: WaybillError })
  t.is(error?.code, code)
  return error?.message ?? ''
}

const names = (loaded: readonly LoadedPlugin[]) => loaded.map(({ name }) => name)
const operations = (loaded: readonly LoadedPlugin[]) =>
  loaded.flatMap(({ definition }) => (definition.operations ?? []).map(({ name }) => name))

test('the shipped plugins are found by their names', async (t) => {
  const loaded = await load(t, {}, ['calculator', 'echo', 'trace'])
  t.deepEqual(names(loaded), ['calculator', 'echo', 'trace'])
  t.is(loaded[2]?.definition.headers?.[0]?.name, '{urn:example:trace}Trace')
})

test('what an operation says of being public is true or false', async (t) => {
  const marked = plugin('One').replace('invoke', "public: 'no', invoke")
  const text = await refused(t, { 'one.mjs': marked }, ['./one.mjs'], 'WAYBILL_PLUGIN_INVALID')
  t.regex(text, /the public "no"; expected true or false/)
})

for (const [says, text] of [
  [`ordered: 'yes'`, 'the ordered "yes"; expected true or false'],
  [
    `ordered: true, dispatch: 'inline'`,
    'ordered with the dispatch "inline"; expected "queue": only the queue keeps an order',
  ],
  [`values: { dates: 'date' }`, 'the values.dates "date"; expected "text" or "Date"'],
  [`values: { decimals: 1 }`, 'the values.decimals 1; expected "text" or "number"'],
  [
    `values: { constructor: 1 }`,
    'values with "constructor"; expected "dates" or "decimals" or "binary"',
  ],
  [`values: 'Date'`, 'values that are no object'],
  ['mtom: 1', 'the mtom 1; expected true or false'],
] as const) {
  test(`an operation that says ${says} is refused`, async (t) => {
    const marked = plugin('One').replace('invoke', `${says}, invoke`)
    const whole = await refused(t, { 'one.mjs': marked }, ['./one.mjs'], 'WAYBILL_PLUGIN_INVALID')
    t.true(whole.endsWith(`gives {urn:x}One ${text}`), whole)
  })
}

test('an operation may say that it is ordered, or that it is not', async (t) => {
  for (const says of [`ordered: true`, `ordered: true, dispatch: 'queue'`, `ordered: false`]) {
    const marked = plugin('One').replace('invoke', `${says}, invoke`)
    t.deepEqual(operations(await load(t, { 'one.mjs': marked }, ['./one.mjs'])), ['{urn:x}One'])
  }
})

test('a folder, a file and a folder with a manifest are found beside the configuration', async (t) => {
  const loaded = await load(
    t,
    {
      'one/index.js': plugin('One'),
      'more/two.mjs': plugin('Two'),
      'three/package.json': '{"type": "module", "main": "lib/three.js"}',
      'three/lib/three.js': plugin('Three'),
      'package.json': '{"type": "module"}',
    },
    ['./one', './more/two.mjs', './three'],
  )
  t.deepEqual(names(loaded), ['one', 'two', 'three'])
  t.deepEqual(operations(loaded), ['{urn:x}One', '{urn:x}Two', '{urn:x}Three'])
})

test('a folder without the file that it should have is told, with the name of the file', async (t) => {
  const files = {
    'empty/index.mts': '',
    'source/index.ts': '',
    'wrong/package.json': '{"type": "module", "main": "lib/none.js"}',
    'node_modules/bare/index.mjs': '',
  }
  for (const [use, sentence] of [
    ['./empty', /^the folder of the plugin \S+\/empty has no index\.js, and no package\.json that/],
    [
      './source',
      /^the plugin \S+\/source\/index\.ts is not compiled: there is no index\.js beside it; run/,
    ],
    [
      './wrong',
      /^the folder of the plugin \S+\/wrong has no lib\/none\.js, which its package\.json/,
    ],
    ['bare', /^the folder of the plugin \S+\/node_modules\/bare has no index\.js, /],
  ] as const) {
    t.regex(await refused(t, files, [use], 'WAYBILL_PLUGIN_NOT_FOUND'), sentence)
  }
})

test('a name that is near to that of a plugin that comes along is told with it', async (t) => {
  t.regex(
    await refused(t, {}, ['calculater'], 'WAYBILL_PLUGIN_NOT_FOUND'),
    /^there is no plugin calculater; did you mean calculator\?$/,
  )
})

test('a plugin that has a name by as is called by it, of what it is made', async (t) => {
  const files = {
    'throws.mjs': 'export default () => { throw new Error("no database") }',
    'none.mjs': 'export const plugin = 1',
    'wrong.mjs': 'export default () => ({ operations: 1 })',
    'broken.mjs': 'export default (',
  }
  for (const [use, code, sentence] of [
    ['./far', 'WAYBILL_PLUGIN_NOT_FOUND', /^there is no plugin gold of \.\/far; looked at/],
    [
      './throws.mjs',
      'WAYBILL_PLUGIN_INVALID',
      /^the plugin gold of \.\/throws\.mjs does not start: no database$/,
    ],
    [
      './none.mjs',
      'WAYBILL_PLUGIN_INVALID',
      /^the plugin gold of \.\/none\.mjs \(\S+\) has no default export/,
    ],
    ['./wrong.mjs', 'WAYBILL_PLUGIN_INVALID', /^the plugin gold of \.\/wrong\.mjs /],
    [
      './broken.mjs',
      'WAYBILL_PLUGIN_INVALID',
      /^the plugin gold of \.\/broken\.mjs \(\S+\) cannot be loaded/,
    ],
  ] as const) {
    t.regex(await refused(t, files, [{ use, as: 'gold', options: {} }], code), sentence)
  }
})

test('an absolute path is taken as it is', async (t) => {
  const folder = folderOf(t, { 'far.mjs': plugin('Far') })
  const loaded = await load(t, {}, [join(folder, 'far.mjs')])
  t.deepEqual(names(loaded), ['far'])
})

test('a package is found from the folder of the configuration, by exports or by main', async (t) => {
  const loaded = await load(
    t,
    {
      'node_modules/plain/package.json': '{"type": "module", "main": "./main.js"}',
      'node_modules/plain/main.js': plugin('Plain'),
      'node_modules/@scope/deep/package.json':
        '{"type": "module", "exports": {".": {"types": "./x.d.ts", "import": "./in.js"}}, "main": "no.js"}',
      'node_modules/@scope/deep/in.js': plugin('Deep'),
      'node_modules/bare/index.mjs': '',
      'node_modules/short/package.json': '{"type": "module", "exports": "./short.js"}',
      'node_modules/short/short.js': plugin('Short'),
    },
    ['plain', '@scope/deep', 'short'],
  )
  t.deepEqual(names(loaded), ['plain', 'deep', 'short'])
  t.deepEqual(operations(loaded), ['{urn:x}Plain', '{urn:x}Deep', '{urn:x}Short'])
})

test('a shipped name is not taken over by a package', async (t) => {
  const loaded = await load(
    t,
    { 'node_modules/echo/index.js': plugin('Other'), 'package.json': '{"type": "module"}' },
    ['echo'],
  )
  t.deepEqual(operations(loaded), ['{urn:example:echo}Echo'])
})

test('as sets the name; the plugin gets its options', async (t) => {
  const loaded = await load(
    t,
    {
      'p.mjs':
        'export default ({ options }) => ({ headers: [{ name: options.name, process() {} }] })',
    },
    [{ use: './p.mjs', as: 'other', options: { name: '{urn:x}Given' } }],
  )
  t.deepEqual(names(loaded), ['other'])
  t.is(loaded[0]?.definition.headers?.[0]?.name, '{urn:x}Given')
})

test('a factory may take its time', async (t) => {
  const loaded = await load(
    t,
    { 'p.mjs': 'export default async () => { await null; return { operations: [] } }' },
    ['./p.mjs'],
  )
  t.deepEqual(loaded[0]?.definition.operations, [])
})

test('two plugins of one name: both are named', async (t) => {
  const files = { 'a/p.mjs': plugin('A'), 'b/p.mjs': plugin('B') }
  const message = await refused(t, files, ['./a/p.mjs', './b/p.mjs'], 'WAYBILL_PLUGIN_CONFLICT')
  t.regex(message, /^the plugins \S+a\/p\.mjs and \S+b\/p\.mjs are both named p; .* with as$/)
  const loaded = await load(t, files, ['./a/p.mjs', { use: './b/p.mjs', as: 'q' }])
  t.deepEqual(names(loaded), ['p', 'q'])
})

test('a plugin whose name cannot be in a path, or is taken there, is refused', async (t) => {
  for (const [use, name] of [
    ['./exchanges', 'exchanges'],
    ['./my plugin.mjs', 'my plugin'],
  ] as const) {
    const files = { 'exchanges/index.js': plugin('A'), 'my plugin.mjs': plugin('A') }
    const message = await refused(t, files, [use], 'WAYBILL_PLUGIN_INVALID')
    t.true(message.startsWith(`the plugin ${use} cannot be named ${name}: a name is letters, `))
    t.deepEqual(names(await load(t, files, [{ use, as: 'other' }])), ['other'])
  }
})

test('a plugin that is nowhere: the places that were looked at are told', async (t) => {
  const message = await refused(t, {}, ['nowhere'], 'WAYBILL_PLUGIN_NOT_FOUND')
  t.regex(
    message,
    /^there is no plugin nowhere; looked at \S+plugins\/nowhere, \S+node_modules\/nowhere/,
  )
  await refused(t, {}, ['./nowhere'], 'WAYBILL_PLUGIN_NOT_FOUND')
  await refused(t, { 'empty/readme': '' }, ['./empty'], 'WAYBILL_PLUGIN_NOT_FOUND')
  await refused(t, {}, ['fs'], 'WAYBILL_PLUGIN_NOT_FOUND')
})

const WRONG: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  ['no default export', 'export const a = 1', /has no default export that is a function$/],
  ['an object as default export', 'export default {}', /has no default export that is a function$/],
  ['a syntax error', 'export default (', /cannot be loaded: /],
  ['an error while it loads', 'throw new Error("no luck")', /cannot be loaded: no luck$/],
  [
    'a factory that throws',
    'export default () => { throw new Error("no disk") }',
    /does not start: no disk$/,
  ],
  ['a factory that rejects', 'export default async () => { throw "bad" }', /does not start: bad$/],
  [
    'a factory without result',
    'export default () => {}',
    /does not return operations and headers$/,
  ],
  ['a text as result', 'export default () => "x"', /does not return operations and headers$/],
  [
    'operations that are no list',
    'export default () => ({ operations: {} })',
    /has operations that are no list$/,
  ],
  [
    'a null operation',
    'export default () => ({ operations: [null] })',
    /has operations that are no objects$/,
  ],
  [
    'an operation without name',
    'export default () => ({ operations: [{ invoke() {} }] })',
    /names one of its operations undefined; expected \{namespace\}name$/,
  ],
  [
    'a name that is none',
    'export default () => ({ operations: [{ name: "{urn:x}a b", invoke() {} }] })',
    /names one of its operations "\{urn:x\}a b"/,
  ],
  [
    'an operation that does nothing',
    'export default () => ({ operations: [{ name: "{urn:x}A" }] })',
    /has no function invoke for \{urn:x\}A$/,
  ],
  [
    'a handler that does nothing',
    'export default () => ({ headers: [{ name: "{urn:x}A", invoke() {} }] })',
    /has no function process for \{urn:x\}A$/,
  ],
  [
    'a schema as a path',
    'export default () => ({ operations: [{ name: "{urn:x}A", schema: "./a.xsd", invoke() {} }] })',
    /has a schema for \{urn:x\}A that is no file: URL$/,
  ],
  [
    'a schema from afar',
    'export default () => ({ operations: [{ name: "{urn:x}A", schema: new URL("http://x/a.xsd"), invoke() {} }] })',
    /has a schema for \{urn:x\}A that is no file: URL$/,
  ],
  [
    'an exchange that there is not',
    `export default () => ({ operations: [{ name: 'x', exchange: 'oneway', invoke() {} }] })`,
    /gives x the exchange "oneway"; expected "request-response" or "one-way"$/,
  ],
  [
    'a choice that a header block does not have',
    `export default () => ({ headers: [{ name: '{urn:x}A', values: { dates: 'day' }, process() {} }] })`,
    /gives \{urn:x\}A the values\.dates "day"; expected "text" or "Date"$/,
  ],
  [
    'a header without a namespace',
    `export default () => ({ headers: [{ name: 'x', process() {} }] })`,
    /gives x no namespace$/,
  ],
  [
    'a close that cannot be called',
    'export default () => ({ close: 1 })',
    /has a close that is no function$/,
  ],
]

for (const [what, text, sentence] of WRONG) {
  test(`a plugin with ${what} is told as such`, async (t) => {
    const message = await refused(t, { 'p.mjs': text }, ['./p.mjs'], 'WAYBILL_PLUGIN_INVALID')
    t.regex(message, sentence)
    t.regex(message, /^the plugin \.\/p\.mjs /)
  })
}

/** A plugin that imports this contract from wherever it is. */
const withHeader = (schema: string) =>
  `import { header } from '${new URL('../../src/plugin.js', import.meta.url)}'
   export default () => ({ headers: [header({ name: '{urn:x}A', schema: ${schema}, process() {} })] })`

test('a schema that types no header block is told as such', async (t) => {
  const files = {
    'p.mjs': withHeader(`new URL('./a.xsd', import.meta.url)`),
    'a.xsd': '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>',
    'unsaid.mjs': withHeader('undefined'),
    'broken.mjs': withHeader(`new URL('./b.xsd', import.meta.url)`),
    'b.xsd': '<xs:schema',
  }
  t.regex(
    await refused(t, files, ['./p.mjs'], 'WAYBILL_PLUGIN_INVALID'),
    /^the plugin \.\/p\.mjs does not start: file:\S+a\.xsd declares no element \{urn:x\}A$/,
  )
  t.regex(
    await refused(t, files, ['./unsaid.mjs'], 'WAYBILL_PLUGIN_INVALID'),
    /does not start: header\(\) reads \{urn:x\}A by its schema, and that is no file: URL$/,
  )
  t.regex(await refused(t, files, ['./broken.mjs'], 'WAYBILL_SCHEMA_INVALID'), /^\S+b\.xsd:\d+: \S/)
})

test('a manifest that is no JSON is told as such', async (t) => {
  const message = await refused(t, { 'p/package.json': '{' }, ['./p'], 'WAYBILL_PLUGIN_INVALID')
  t.regex(message, /package\.json cannot be read: /)
})

test('plugins that were loaded before a bad one are let go, the last first', async (t) => {
  const closing = (name: string) =>
    `export default () => ({ close() { (globalThis.closed ??= []).push('${name}'); throw 1 } })`
  const files = { 'a.mjs': closing('a'), 'b.mjs': closing('b'), 'c.mjs': 'export default 1' }
  await refused(t, files, ['./a.mjs', './b.mjs', './c.mjs'], 'WAYBILL_PLUGIN_INVALID')
  t.deepEqual((globalThis as { closed?: string[] }).closed, ['b', 'a'])
})
