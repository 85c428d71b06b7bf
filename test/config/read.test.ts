/** The configuration: where values come from, which wins, and what each mistake is told as. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../src/errors.js'
import type { Config } from '../support/config.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'

interface Sources {
  readonly file?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly settings?: readonly string[]
}

function read(t: ExecutionContext, { file, environment = {}, settings = [] }: Sources): Config {
  const path = file === undefined ? {} : { file: join(folderOf(t, { 'w.yaml': file }), 'w.yaml') }
  return readConfig({ environment, settings, ...path })
}

/** What the operator reads, without the folder of the test. */
function complaint(t: ExecutionContext, sources: Sources): string {
  const error = t.throws(() => read(t, sources), { instanceOf: WaybillError })
  t.is(error?.code, 'WAYBILL_CONFIG_INVALID')
  t.is(error?.exitCode, 78)
  t.false(error?.message.includes('\n'), 'one line')
  return error?.message.replace(/\S*\/w\.yaml/, 'w.yaml') ?? ''
}

test('a role needs a queue that other nodes reach', (t) => {
  const role = (settings: readonly string[]) => () => readConfig({ environment: {}, settings })
  for (const name of ['listener', 'worker']) {
    t.throws(role([`node.role=${name}`, 'queue.url=memory:']), {
      message: `--set node.role: node.role: expected all, or a queue that other nodes reach, which memory: is not, got "${name}"`,
    })
    t.notThrows(role([`node.role=${name}`]), 'others may have the same stateDir')
    t.notThrows(role([`node.role=${name}`, 'queue.url=redis://127.0.0.1']))
    t.notThrows(role([`node.role=${name}`, 'queue.sentinels=[redis://127.0.0.1]']))
  }
})

test('a URL of Postgres is refused with what takes its place', (t) => {
  const text = complaint(t, { settings: ['queue.url=postgres://bus:hidden@db.example/bus'] })
  t.regex(
    text,
    /^--set queue\.url: queue\.url: expected redis:\/\/, rediss:\/\/ or memory:, or no url/,
  )
  t.regex(text, /or no url for the embedded queue, got/)
  t.false(text.includes('hidden'), 'no secret is repeated')
})

test('without any source the defaults hold', (t) => {
  const config = read(t, {})
  t.is(config.http.host, '127.0.0.1')
  t.is(config.http.port, 8080)
  t.is(config.http.basePath, '/soap')
  t.deepEqual(config.plugins, ['calculator', 'echo', 'trace'])
  t.true(config.soap.validate)
})

test('flags win over the environment, which wins over the file', (t) => {
  const file = 'http:\n  port: 1\n  host: "::1"\n  basePath: /file\n'
  const environment = { WAYBILL_HTTP__PORT: '2', WAYBILL_HTTP__BASE_PATH: '/environment' }
  const config = read(t, { file, environment, settings: ['http.port=3'] })
  t.is(config.http.port, 3)
  t.is(config.http.basePath, '/environment')
  t.is(config.http.host, '::1')
  t.is(config.http.maxConnections, 1000)
})

test('the last flag of a key counts', (t) => {
  t.is(read(t, { settings: ['http.port=1', 'http.port=2'] }).http.port, 2)
})

test('a list is replaced, not joined', (t) => {
  const config = read(t, { file: 'plugins: [a, b]\n', settings: ['plugins=[c]'] })
  t.deepEqual(config.plugins, ['c'])
})

test('a section in a flag or in the environment sets the keys that it names, and no others', (t) => {
  const file = 'http:\n  port: 8090\n  host: "::1"\nlog: { level: warn }\n'
  const { http, log } = read(t, { file, settings: ['http={basePath: /x, port: 1}', 'log={}'] })
  t.deepEqual([http.port, http.host, http.basePath], [1, '::1', '/x'])
  t.is(log.level, 'warn')
  const environment = { WAYBILL_HTTP: '{port: 2}' }
  t.is(read(t, { file, environment }).http.host, '::1')
  t.is(read(t, { file, environment, settings: ['http={host: "::2"}'] }).http.port, 2)
  t.throws(() => read(t, { file, settings: ['http={nonsense: &x {y: *x}}'] }), {
    code: 'WAYBILL_CONFIG_INVALID',
    message: /^--set http: http\.nonsense: there is no such key/,
  })
})

test('the environment names keys in capitals, sections by two underscores', (t) => {
  const config = read(t, {
    environment: {
      WAYBILL_STATE_DIR: '/var/lib/waybill',
      WAYBILL_HTTP__MAX_CONNECTIONS_PER_ADDRESS: '7',
      WAYBILL_SOAP__NAMESPACES: '{"urn:old": "1.1"}',
      WAYBILL_NODE__ACTORS: '[urn:a, urn:b]',
      WAYBILL_SOAP__VALIDATE: 'false',
      PATH: '/bin',
      waybill_http__port: '1',
    },
  })
  t.is(config.stateDir, '/var/lib/waybill')
  t.is(config.http.maxConnectionsPerAddress, 7)
  t.deepEqual(config.soap.namespaces, { 'urn:old': '1.1' })
  t.deepEqual(config.node.actors, ['urn:a', 'urn:b'])
  t.false(config.soap.validate)
  t.is(config.http.port, 8080)
})

test('WAYBILL_CONFIG names the file and is no key', (t) => {
  t.notThrows(() => read(t, { environment: { WAYBILL_CONFIG: '/nowhere' } }))
})

test('an address of colons is an address, not a section', (t) => {
  for (const host of ['::', '::1', '0.0.0.0', 'fe80::1%eth0']) {
    t.is(read(t, { settings: [`http.host=${host}`] }).http.host, host)
    t.is(read(t, { environment: { WAYBILL_HTTP__HOST: host } }).http.host, host)
  }
})

test('a value keeps its equals signs', (t) => {
  t.is(read(t, { settings: ['stateDir=/a=b'] }).stateDir, '/a=b')
})

test('a file may be JSON, with tabs, or empty, or hold comments only', (t) => {
  t.is(read(t, { file: '{\n\t"http": {\n\t\t"port": 9\n\t}\n}\n' }).http.port, 9)
  t.is(read(t, { file: '\ufeff{"http":{"port":9}}' }).http.port, 9)
  t.is(read(t, { file: '' }).http.port, 8080)
  t.is(read(t, { file: '# nothing\n' }).http.port, 8080)
})

test('the configuration is frozen all the way down', (t) => {
  const config = read(t, { file: 'plugins: [{use: a, options: {deep: {er: [1]}}}]\n' })
  const frozen = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(frozen))
  t.true(frozen(config))
})

test('a section opened by a comment only may be filled by a flag', (t) => {
  t.is(read(t, { file: 'http:\n  # port: 1\n', settings: ['http.port=3'] }).http.port, 3)
})

const HTTP_KEYS =
  'host, port, basePath, publicUrl, names, senders, apiKeyHeader, plainAuth, proxies, proxyHeaders, maxRequestsPerMinute, ' +
  'public, tls, senderFaultStatus, maxBody, maxReceiving, maxReceivingPerAddress, ' +
  'maxConnections, maxConnectionsPerAddress, maxRequestsPerConnection, requestTimeout, keepAliveTimeout'
const KEYS =
  'node, transports, http, smtp, admin, alerts, stateDir, queue, journal, replies, destinations, routes, addressing, routing, security, attachments, soap, limits, plugins, log, shutdown'

const IN_A_FILE: readonly (readonly [file: string, complaint: string])[] = [
  ['http: {port: 99999}', 'w.yaml:1:8: http.port: expected at most 65535, got 99999'],
  ['http:\n  port: -1\n', 'w.yaml:2:3: http.port: expected at least 0, got -1'],
  ['http:\n  port: 1.5\n', 'w.yaml:2:3: http.port: expected a whole number, got 1.5'],
  ['http:\n  port: "80"\n', 'w.yaml:2:3: http.port: expected a number, got "80"'],
  ['http:\n  port: .inf\n', 'w.yaml:2:3: http.port: expected a number, got Infinity'],
  ['http:\n  port:\n', 'w.yaml:2:3: http.port: expected a number, got null'],
  ['http:\n  host: 1\n', 'w.yaml:2:3: http.host: expected a text, got 1'],
  ['http:\n  host: ""\n', 'w.yaml:2:3: http.host: expected at least 1 character, got ""'],
  ['soap:\n  validate: yes\n', 'w.yaml:2:3: soap.validate: expected true or false, got "yes"'],
  [
    'log: {level: loud}',
    'w.yaml:1:7: log.level: expected one of "debug", "info", "warn", "error", "silent", got "loud"',
  ],
  [
    'soap:\n  schemaEngine: libxml2-wasm\n',
    'w.yaml:2:3: soap.schemaEngine: expected one of "waybill", "libxmljs2", got "libxml2-wasm"',
  ],
  [
    'soap: {namespaces: {"urn:x": 1.1}}',
    'w.yaml:1:21: soap.namespaces.urn:x: expected one of "1.1", "1.2", got 1.1',
  ],
  ...['', 'http://schemas.xmlsoap.org/soap/envelope/'].map(
    (key) =>
      [
        `soap: {namespaces: {"${key}": "1.2"}}`,
        'w.yaml:1:8: soap.namespaces: expected namespaces other than the two official ones, which are served as what they are, ' +
          `got {"${key}":"1.2"}`,
      ] as const,
  ),
  [
    'http: {basePath: soap}',
    'w.yaml:1:8: http.basePath: expected a path such as /soap, got "soap"',
  ],
  ['node: {uri: here}', 'w.yaml:1:8: node.uri: expected an absolute URI, got "here"'],
  [
    'node:\n  actors:\n    - urn:a\n    - b\n',
    'w.yaml:4:7: node.actors.1: expected an absolute URI, got "b"',
  ],
  ['http: 5', 'w.yaml:1:1: http: expected a section of keys, got 5'],
  ['plugins: echo', 'w.yaml:1:1: plugins: expected a list, got "echo"'],
  ['plugins: [5]', 'w.yaml:1:11: plugins.0: expected a name, or use, as, path and options, got 5'],
  ['plugins: [{as: x}]', 'w.yaml:1:11: plugins.0.use: expected a text, and there is none'],
  [
    'plugins: [a, {use: x, as: "a/b"}]',
    'w.yaml:1:23: plugins.1.as: expected letters, digits, and . _ ~ -, but not ., .. or exchanges, got "a/b"',
  ],
  ...['.', '..', 'exchanges'].map(
    (name) =>
      [
        `plugins: [{use: x, as: ${JSON.stringify(name)}}]`,
        `w.yaml:1:20: plugins.0.as: expected letters, digits, and . _ ~ -, but not ., .. or exchanges, got "${name}"`,
      ] as const,
  ),
  ...['/.', '/a/..', '/../a', '/a/./b'].map(
    (path) =>
      [
        `http: {basePath: ${path}}`,
        `w.yaml:1:8: http.basePath: expected a path such as /soap, got "${path}"`,
      ] as const,
  ),
  [
    'plugins:\n  - use: x\n    option: 1\n',
    'w.yaml:3:5: plugins.0.option: there is no such key; did you mean plugins.0.options?',
  ],
  ['http:\n  prot: 1\n', 'w.yaml:2:3: http.prot: there is no such key; did you mean http.port?'],
  [
    'http:\n  nonsense: 1\n',
    `w.yaml:2:3: http.nonsense: there is no such key; expected one of ${HTTP_KEYS}`,
  ],
  ['htpp: {}', 'w.yaml:1:1: htpp: there is no such key; did you mean http?'],
  [
    'port: 1',
    'w.yaml:1:1: port: there is no such key; did you mean http.port or smtp.port or admin.port?',
  ],
  [
    'smtp:\n  basePath: /x\n',
    'w.yaml:2:3: smtp.basePath: there is no such key; did you mean http.basePath?',
  ],
  ['http.port: 1', 'w.yaml:1:1: http.port: a key has no dots: it is port below http'],
  ['base-path: 1', 'w.yaml:1:1: base-path: there is no such key; did you mean http.basePath?'],
  [
    'http: {base-path: 1}',
    'w.yaml:1:8: http.base-path: there is no such key; did you mean http.basePath?',
  ],
  ['__proto__: {port: 1}', `w.yaml:1:1: __proto__: there is no such key; expected one of ${KEYS}`],
  ['constructor: 1', `w.yaml:1:1: constructor: there is no such key; expected one of ${KEYS}`],
  ['1: 2', `w.yaml:1:1: 1: there is no such key; expected one of ${KEYS}`],
  ['{"http": {"port": true}}', 'w.yaml:1:11: http.port: expected a number, got true'],
  ['http:\n  port: 1\n  port: 2\n', 'w.yaml:3:3: Map keys must be unique'],
  ['- a\n', 'w.yaml:1:1: expected keys and values'],
  ['some words', 'w.yaml:1:1: expected keys and values'],
  ['a: 1\n---\nb: 2\n', 'w.yaml:2:1: expected one document'],
  ['\thttp: 1\n', 'w.yaml:1:1: Tabs are not allowed as indentation'],
  [
    'http: {port: &p [*p]}\n',
    'w.yaml:1:8: http.port: expected a number, got a value that cannot be shown',
  ],
  ['http: *x\n', 'w.yaml:1:1: Unresolved alias (the anchor must be set before the alias)'],
]

for (const [file, expected] of IN_A_FILE) {
  test(`a file with ${JSON.stringify(file)} is told as one line`, (t) => {
    t.is(complaint(t, { file }), expected)
  })
}

test('a file of aliases that multiply is refused, not unfolded', (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const file = names
    .map((name, index) => {
      const before = names[index - 1]
      return `${name}: &${name} [${Array(10)
        .fill(before ? `*${before}` : '1')
        .join(', ')}]\n`
    })
    .join('')
  t.regex(complaint(t, { file }), /^w\.yaml:1:1: Excessive alias count/)
})

test('a broken file is told with the place where it breaks', (t) => {
  t.regex(complaint(t, { file: 'http: {\n' }), /^w\.yaml:2:1: \S/)
  t.regex(complaint(t, { file: '{"http": {"port" 1}}' }), /^w\.yaml:1:\d+: \S/)
})

test('a long value is quoted in part', (t) => {
  const got = complaint(t, { file: `log: {level: ${'x'.repeat(5000)}}` })
  t.true(got.length < 300)
})

const ELSEWHERE: readonly (readonly [input: Sources, complaint: string])[] = [
  [{ settings: ['http.port'] }, '--set http.port: expected key.path=value'],
  [{ settings: ['=1'] }, '--set =1: expected key.path=value'],
  [{ settings: ['http.port=x'] }, '--set http.port: http.port: expected a number, got "x"'],
  [{ settings: ['http.port='] }, '--set http.port: http.port: expected a number, got ""'],
  [
    { settings: ['stateDir={a'] },
    '--set stateDir: expected a YAML value; a text with special characters stands in quotes',
  ],
  [{ settings: ['http.port=1', 'http.port.x=2'] }, '--set http.port.x: port is no section'],
  [
    { settings: ['foo.bar=1'] },
    `--set foo.bar: foo: there is no such key; expected one of ${KEYS}`,
  ],
  [
    { settings: ['__proto__.x=1'] },
    `--set __proto__.x: __proto__: there is no such key; expected one of ${KEYS}`,
  ],
  [{ settings: ['plugins=[{use: 1}]'] }, '--set plugins: plugins.0.use: expected a text, got 1'],
  [{ settings: ['http={port: x}'] }, '--set http: http.port: expected a number, got "x"'],
  [
    { environment: { WAYBILL_HTTP__PORT: 'x' } },
    'WAYBILL_HTTP__PORT: http.port: expected a number, got "x"',
  ],
  [
    { environment: { WAYBILL_HTPP: '1' } },
    'WAYBILL_HTPP: htpp: there is no such key; did you mean WAYBILL_HTTP?',
  ],
  [
    { environment: { WAYBILL_HTTP__BASE_PTH: '/x' } },
    'WAYBILL_HTTP__BASE_PTH: http.basePth: there is no such key; did you mean WAYBILL_HTTP__BASE_PATH?',
  ],
  [
    { environment: { WAYBILL_HTTP_BASE_PATH: '/x' } },
    'WAYBILL_HTTP_BASE_PATH: httpBasePath: there is no such key; did you mean WAYBILL_HTTP__BASE_PATH?',
  ],
  [
    { environment: { WAYBILL_NODE__ACTORS: '[urn:a, b]' } },
    'WAYBILL_NODE__ACTORS: node.actors.1: expected an absolute URI, got "b"',
  ],
  [
    { file: 'node:\n  actors: [urn:a]\n', settings: ['node.actors=[b]'] },
    '--set node.actors: node.actors.0: expected an absolute URI, got "b"',
  ],
  [
    { settings: ['smtp.relay.url=smtp://127.0.0.1'] },
    '--set smtp.relay.url: smtp.relay.from: expected a text, and there is none',
  ],
  [
    { file: 'log: {}\nsmtp:\n  relay:\n    from: a@b.example\n', settings: ['smtp.port=0'] },
    'w.yaml:3:3: smtp.relay.url: expected a text, and there is none',
  ],
  [
    {
      file: 'log: {}\n',
      environment: { WAYBILL_SMTP__RELAY__URL: 'smtp://127.0.0.1' },
    },
    'WAYBILL_SMTP__RELAY__URL: smtp.relay.from: expected a text, and there is none',
  ],
  [
    { file: 'http:\n  port: x\n', environment: { WAYBILL_HTTP__HOST: '::' } },
    'w.yaml:2:3: http.port: expected a number, got "x"',
  ],
]

for (const [sources, expected] of ELSEWHERE) {
  test(`${JSON.stringify(sources)} is told as one line`, (t) => {
    t.is(complaint(t, sources), expected)
  })
}

test('settings reach no prototype', (t) => {
  t.throws(() =>
    read(t, { settings: ['__proto__.polluted=1', 'constructor.prototype.polluted=1'] }),
  )
  t.false('polluted' in {})
})

test('a file that cannot be read has a code of its own', (t) => {
  const file = join(folderOf(t, {}), 'missing.yaml')
  const error = t.throws(() => readConfig({ file, environment: {}, settings: [] }), {
    instanceOf: WaybillError,
  })
  t.is(error?.code, 'WAYBILL_CONFIG_UNREADABLE')
  t.is(error?.message, `${file} cannot be read (no such file or directory)`)
  t.is(error?.exitCode, 78)
})
