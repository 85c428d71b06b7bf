/** Loading transports: where they are found, and what is said of one that is none. */
import test from 'ava'
import { WaybillError } from '../../src/errors.js'
import { loadTransports } from '../../src/path/plugins/load-transports.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'

/** A module of a transport, with what is said of it in place of what is right. */
const moduleOf = (text = '') => `
  export default {
    name: 'mine', schemes: ['mine'], answers: 'connection', config: { def: { type: 'object' } },
    create() {}, hostOf() {}, isOwn() {}, ${text}
  }`

test('shipped ones by name, others by path or as a package, in their order', async (t) => {
  const folder = folderOf(t, {
    'mine/index.js': moduleOf(),
    'mine/package.json': '{ "type": "module" }',
    'node_modules/theirs/package.json': '{ "type": "module", "exports": "./t.js" }',
    'node_modules/theirs/t.js': moduleOf("name: 'theirs', schemes: ['theirs']"),
  })
  const loaded = await loadTransports(['./mine', 'smtp', 'theirs', 'http'], folder)
  t.deepEqual(
    loaded.map(({ name }) => name),
    ['mine', 'smtp', 'theirs', 'http'],
  )
})

test('one that is not there is told with the places that were looked at', async (t) => {
  const folder = folderOf(t, {})
  for (const use of ['./none', 'none']) {
    const error = await t.throwsAsync(loadTransports([use], folder), { instanceOf: WaybillError })
    t.is(error?.code, 'WAYBILL_TRANSPORT_NOT_FOUND')
    t.true(error?.message.startsWith(`there is no transport ${use}; looked at `))
    t.true(error?.message.includes(folder))
  }
})

const WRONG: readonly (readonly [module: string, sentence: RegExp])[] = [
  ['export default 1', /has no default export that is one$/],
  ['export const name = 1', /has no default export that is one$/],
  ['export default (', /cannot be loaded: /],
  [moduleOf('name: undefined'), /has the name undefined; expected a lower-case letter/],
  [moduleOf("name: 'my-own'"), /has the name "my-own"; expected/],
  [moduleOf("name: 'queue'"), /has the name queue, which is another key of the configuration$/],
  [moduleOf("schemes: 'mine'"), /has the schemes "mine"; expected a list/],
  [moduleOf("schemes: ['mine:']"), /has the schemes \["mine:"\]; expected a list/],
  [moduleOf('config: {}'), /has a config that is no z\.object\(\)$/],
  [moduleOf("answers: 'later'"), /has the answers "later"; expected "connection" or "message"$/],
  [moduleOf('create: 1'), /has no function create$/],
  [moduleOf('isOwn: undefined'), /has no function isOwn$/],
  [moduleOf('client: 1'), /has a client that is no object$/],
  [moduleOf('client: {}'), /has a client whose flags are no list of \{ flags, description \}$/],
  [moduleOf("client: { flags: ['--via'] }"), /has a client whose flags are no list/],
  [moduleOf('client: { flags: [], option: 1 }'), /has a client whose option is no name$/],
  [moduleOf('client: { flags: [] }'), /has a client without the function fromFlags$/],
  [
    moduleOf('client: { flags: [], fromFlags: () => ({}) }'),
    /has a client without the function open$/,
  ],
]

for (const [index, [module, sentence]] of WRONG.entries()) {
  test(`refused: ${sentence.source} (${index})`, async (t) => {
    const folder = folderOf(t, { 'mine.mjs': module })
    const error = await t.throwsAsync(loadTransports(['./mine.mjs'], folder))
    t.true(error instanceof WaybillError && error.code === 'WAYBILL_TRANSPORT_INVALID')
    t.regex(error?.message ?? '', sentence)
  })
}

test('two of one name, or with one scheme, are refused', async (t) => {
  const folder = folderOf(t, { 'mine.mjs': moduleOf("schemes: ['mine', 'https']") })
  for (const uses of [
    ['http', 'http'],
    ['http', './mine.mjs'],
  ]) {
    await t.throwsAsync(loadTransports(uses, folder), {
      code: 'WAYBILL_TRANSPORT_INVALID',
      message: /has the name or a scheme of the transport http$/,
    })
  }
})

test('the operator is told by the command line, with the place where there is one', async (t) => {
  const folder = folderOf(t, { 'w.yaml': 'transports: [http]\nsmtp: { port: 1 }\n' })
  const gone = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
  t.is(gone.code, 78)
  t.regex(gone.err, /w\.yaml:2:1: smtp: the transport smtp is not loaded: name it in transports/)
  for (const [setting, sentence] of [
    ['transports=[]', /--set transports: transports: expected at least 1/],
    ['transports=http', /--set transports: transports: expected a list, got "http"/],
    ['transports=[./no]', /^WAYBILL_TRANSPORT_NOT_FOUND: there is no transport \.\/no; looked at /],
  ] as const) {
    const { code, err } = await cli(['config', 'check', '--set', setting], { folder })
    t.is(code, 78)
    t.regex(err, sentence)
  }
})

test('a node without mail, and one without HTTP', async (t) => {
  const web = await cli(['plan', '--set', 'transports=[http]'])
  t.is(web.code, 0)
  t.notRegex(web.out, /Mail|smtp/)
  const mail = await cli(['plan', '--set', 'transports=[smtp]'])
  t.regex(mail.out, /^Mail\n/)
  t.regex(mail.out, /Add {2}request-response, safe, validated, at mailto:calculator@localhost\n/)
})
