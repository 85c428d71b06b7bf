/** `waybill config` as a process: checks and prints. */
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import { cli } from '../support/cli.js'
import { folderOf } from '../support/folder.js'

test('check says that the defaults are valid', async (t) => {
  const { code, out, err } = await cli(['config', 'check'])
  t.is(code, 0)
  t.is(out, 'The default configuration is valid.\n')
  t.is(err, '')
})

test('check names the file, given by flag or by environment', async (t) => {
  const folder = folderOf(t, {
    'w.yaml': 'plugins: [./p.mjs]\n',
    'p.mjs': 'export default () => ({})',
  })
  const file = join(folder, 'w.yaml')
  for (const [args, environment] of [
    [['--config', file], {}],
    [['-c', file], { WAYBILL_CONFIG: '/nowhere' }],
    [[], { WAYBILL_CONFIG: file }],
  ] as const) {
    const { code, out } = await cli(['config', 'check', ...args], { environment })
    t.is(code, 0)
    t.is(out, `${file} is valid.\n`)
  }
})

test('check finds what only shows when the plugins are made', async (t) => {
  const operation = `{ name: '{urn:x}A', invoke() {} }`
  const folder = folderOf(t, {
    'same.mjs': `export default () => ({ operations: [${operation}] })`,
    'again.mjs': `export default () => ({ operations: [${operation}] })`,
    'broken.mjs': `export default () => ({ operations: [{ name: '{urn:x}B', invoke() {}, schema: new URL('./b.xsd', import.meta.url) }] })`,
    'b.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="B" type="xs:none"/></xs:schema>',
    'held.mjs': `export default () => { const held = setInterval(() => {}, 1e6); return { close: () => clearInterval(held) } }`,
    'conflict.yaml': 'plugins: [./held.mjs, ./same.mjs, ./again.mjs]\n',
    'schema.yaml': 'plugins: [./held.mjs, ./broken.mjs]\n',
    'held.yaml': 'plugins: [./held.mjs]\n',
    'missing.yaml': 'plugins: [./held.mjs, ./none.mjs]\n',
  })
  const check = (file: string) => cli(['config', 'check', '--config', file], { folder })
  const conflict = await check('conflict.yaml')
  t.is(conflict.code, 78)
  t.regex(
    conflict.err,
    /^WAYBILL_PLUGIN_CONFLICT: the operation \{urn:x\}A is claimed by two plugins: same and again\n {2}\S/,
  )
  const schema = await check('schema.yaml')
  t.is(schema.code, 78)
  t.regex(schema.err, /^WAYBILL_SCHEMA_INVALID: \S+b\.xsd: \S/)
  t.is((await check('missing.yaml')).code, 78)
  t.is((await check('held.yaml')).code, 0)
})

test('print gives YAML that is the configuration in effect', async (t) => {
  const folder = folderOf(t, { 'w.yaml': 'http:\n  port: 1\n  host: "::"\nplugins: []\n' })
  const first = await cli(['config', 'print', '-c', 'w.yaml', '--set', 'http.port=3'], {
    folder,
    environment: { WAYBILL_LOG__LEVEL: 'warn', WAYBILL_HTTP__PORT: '2' },
  })
  t.is(first.code, 0)
  const printed = parse(first.out)
  t.is(printed.http.port, 3)
  t.is(printed.http.host, '::')
  t.is(printed.log.level, 'warn')
  t.deepEqual(printed.plugins, [])
  const again = folderOf(t, { 'w.yaml': first.out })
  const second = await cli(['config', 'print', '-c', join(again, 'w.yaml')])
  t.is(second.out, first.out)
})

test('a file that is not there', async (t) => {
  const { code, err } = await cli(['config', 'check', '--config', '/nowhere/w.yaml'])
  t.is(code, 78)
  t.regex(err, /^WAYBILL_CONFIG_UNREADABLE: \/nowhere\/w\.yaml cannot be read \(ENOENT\)\n {2}\S/)
})
