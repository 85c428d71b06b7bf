/** What newcomers do first and wrong: a command each, with what it says and how it ends. */

const CHECK = ['config', 'check', '-c', 'w.yaml']
/** Takes no port that another may want, and loads what is fast to load. */
const APART = ['transports=[http]', 'http.port=0', 'admin.port=0', 'log.level=silent']
const ADD = ['{urn:example:calculator}Add', 'a=1', 'b=2']
const ANYWHERE = 'docs/configuration.md lists every key.'

export interface Mistake {
  readonly args: readonly string[]
  /** Content by name, in the folder that the command runs in. */
  readonly files?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
  readonly code: number
  /** What is said, whole, or what is in it. */
  readonly says: string | RegExp
}

const yaml = (text: string): Pick<Mistake, 'args' | 'files'> => ({
  args: CHECK,
  files: { 'w.yaml': text },
})

/** A node that leaves nothing behind. */
export function serve(...settings: readonly string[]): readonly string[] {
  return serveEmbedded('queue.url=memory:', ...settings)
}

/** A node that keeps its queue in `stateDir`. */
export function serveEmbedded(...settings: readonly string[]): readonly string[] {
  return ['serve', ...[...APART, ...settings].flatMap((setting) => ['-s', setting])]
}

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a key that is misspelt': {
    ...yaml('http:\n  prot: 8080\n'),
    code: 78,
    says: `WAYBILL_CONFIG_INVALID: w.yaml:2:3: http.prot: there is no such key; did you mean http.port?\n  Correct the named place; ${ANYWHERE}\n`,
  },
  'a key in the wrong section': {
    ...yaml('smtp:\n  basePath: /x\n'),
    code: 78,
    says: /w\.yaml:2:3: smtp\.basePath: there is no such key; did you mean http\.basePath\?/,
  },
  'a key without its section': {
    ...yaml('stateDirectory: x\n'),
    code: 78,
    says: /w\.yaml:1:1: stateDirectory: there is no such key/,
  },
  'a key with dots': {
    ...yaml('http.port: 8080\n'),
    code: 78,
    says: /w\.yaml:1:1: http\.port: a key has no dots: it is port below http/,
  },
  'a tab': {
    ...yaml('http:\n\tport: 8080\n'),
    code: 78,
    says: /w\.yaml:2:1: Tabs are not allowed as indentation/,
  },
  'a text for a number': {
    ...yaml('http:\n  port: "8080"\n'),
    code: 78,
    says: /w\.yaml:2:3: http\.port: expected a number, got "8080"/,
  },
  'a port that there is not': {
    ...yaml('http:\n  port: 80800\n'),
    code: 78,
    says: /w\.yaml:2:3: http\.port: expected at most 65535, got 80800/,
  },
  'a key that is missing': {
    ...yaml('smtp:\n  relay:\n    url: smtp://relay.example\n'),
    code: 78,
    says: /w\.yaml:2:3: smtp\.relay\.from: expected a text, and there is none/,
  },
  'a relay without a scheme': {
    ...yaml('smtp: {relay: {url: "relay.example:25", from: a@b.example}}\n'),
    code: 78,
    says: /w\.yaml:1:16: smtp\.relay\.url: expected smtp:\/\/host:port or smtps:\/\/host:port/,
  },
  'a destination without a scheme': {
    ...yaml('destinations:\n  ledger:\n    url: ledger.example/soap\n'),
    code: 78,
    says: /w\.yaml:3:5: destinations\.ledger\.url: expected a whole URL that begins with http:, https: or mailto:/,
  },
  'a route to a destination that is not there': {
    ...yaml(
      'node: {uri: "urn:a"}\nroutes: [{to: legder}]\ndestinations: {ledger: {url: "http://a.example/"}}\n',
    ),
    code: 78,
    says: /w\.yaml:2:11: routes\.0\.to: .*ledger/,
  },
  'a certificate that is not there': {
    ...yaml('http: {tls: {certificate: c.pem, key: k.pem}}\n'),
    code: 78,
    says: /WAYBILL_FILE_UNUSABLE: http\.tls\.certificate: c\.pem cannot be read \(no such file or directory\)/,
  },
  'a configuration that is not there': {
    args: CHECK,
    code: 78,
    says: 'WAYBILL_CONFIG_UNREADABLE: w.yaml cannot be read (no such file or directory)\n  Give --config the path of a YAML or JSON file that this user may read.\n',
  },
  'a configuration that is a folder': {
    args: ['config', 'check', '-c', '.'],
    code: 78,
    says: /^WAYBILL_CONFIG_UNREADABLE: \. cannot be read \(illegal operation on a directory\)/,
  },
  'a configuration in JSON with a mistake': {
    args: ['serve', '-c', 'w.json'],
    files: { 'w.json': '{"http": {"port": "x"}}' },
    code: 78,
    says: /w\.json:1:11: http\.port: expected a number, got "x"/,
  },
  'a variable that is misspelt': {
    args: ['config', 'check'],
    environment: { WAYBILL_HTTP__PROT: '8090' },
    code: 78,
    says: /^WAYBILL_CONFIG_INVALID: WAYBILL_HTTP__PROT: http\.prot: there is no such key; did you mean WAYBILL_HTTP__PORT\?/,
  },
  'a variable with one underscore': {
    args: ['config', 'check'],
    environment: { WAYBILL_HTTP_PORT: '8090' },
    code: 78,
    says: /did you mean WAYBILL_HTTP__PORT\?/,
  },
  'a setting without a value': {
    args: ['serve', '-s', 'http.port'],
    code: 78,
    says: /--set http\.port: expected key\.path=value/,
  },
  'a command that is misspelt': {
    args: ['serv'],
    code: 64,
    says: "error: unknown command 'serv'\n(Did you mean serve?)\n",
  },
  'an option that is misspelt': {
    args: ['serve', '--confg', 'w.yaml'],
    code: 64,
    says: "error: unknown option '--confg'\n(Did you mean --config?)\n",
  },
  'an option without its value': {
    args: ['serve', '--config'],
    code: 64,
    says: "error: option '-c, --config <file>' argument missing\n",
  },
  'an argument that is missing': {
    args: ['call'],
    code: 64,
    says: "error: missing required argument 'url'\n",
  },
  'a URL without a scheme': {
    args: ['call', 'localhost:8080/soap', ...ADD],
    code: 64,
    says: /'localhost:8080\/soap' is invalid for argument 'url'\. expected an http, https or mailto URL/,
  },
  'a call where nobody listens': {
    args: ['call', 'http://127.0.0.1:1/soap', ...ADD],
    code: 69,
    says: 'http://127.0.0.1:1 cannot be reached (ECONNREFUSED)\n  Nobody listens there: start the node, or correct host and port.\n',
  },
  'a parameter without a value': {
    args: ['call', 'http://127.0.0.1:1/soap', '{urn:x}Go', 'a'],
    code: 64,
    says: 'error: a: expected name=value\n',
  },
  'a plugin that is misspelt': {
    ...yaml('plugins: [calculater]\n'),
    code: 78,
    says: /^WAYBILL_PLUGIN_NOT_FOUND: there is no plugin calculater; did you mean calculator\?/,
  },
  'a plugin that is not compiled': {
    args: serve('plugins=[./greeting]'),
    files: { 'greeting/index.ts': 'export default 1' },
    code: 78,
    says: /^WAYBILL_PLUGIN_NOT_FOUND: the plugin \S+\/greeting\/index\.ts is not compiled: there is no index\.js beside it; run npm run build, or npx tsc/,
  },
  'a plugin that throws': {
    args: serve('plugins=[./greeting.mjs]'),
    files: { 'greeting.mjs': 'export default () => { throw new Error("no database") }' },
    code: 78,
    says: /^WAYBILL_PLUGIN_INVALID: the plugin \.\/greeting\.mjs does not start: no database\n/,
  },
  'a plugin with a mistake in its code': {
    args: serve('plugins=[./greeting.mjs]'),
    files: { 'greeting.mjs': 'export default {{' },
    code: 78,
    says: /^WAYBILL_PLUGIN_INVALID: the plugin \.\/greeting\.mjs \(\S+\/greeting\.mjs\) cannot be loaded: \S/,
  },
  'a WSDL document that is not there': {
    args: ['import', 'orders.wsdl'],
    code: 65,
    says: /^WAYBILL_CONTRACT_INVALID: \S+\/orders\.wsdl: it cannot be read \(no such file or directory\)\n {2}Give a WSDL/,
  },
  'a WSDL document that is a page': {
    args: ['import', 'orders.wsdl'],
    files: { 'orders.wsdl': '<!DOCTYPE html><html></html>' },
    code: 65,
    says: /^WAYBILL_CONTRACT_INVALID: \S+\/orders\.wsdl:1: a document type/,
  },
  'a state folder that is a file': {
    args: serveEmbedded('stateDir=state'),
    files: { state: '' },
    code: 74,
    says: /^WAYBILL_STATE_UNUSABLE: state is no folder\n/,
  },
  'a queue where no node has run': {
    args: ['queue', 'ls'],
    code: 78,
    says: /^WAYBILL_STATE_NOT_FOUND: there is no queue at \S+\/waybill-state\/queue\.db\n/,
  },
  'a Redis that is down': {
    args: [...serve(), '-s', 'queue.url=redis://127.0.0.1:1'],
    code: 69,
    says: /^WAYBILL_QUEUE_UNAVAILABLE: redis:\/\/127\.0\.0\.1:1 cannot be reached: .*\n {2}Start what keeps the queue/,
  },
  'a Redis without a scheme': {
    args: [...serve(), '-s', 'queue.url=127.0.0.1:6379'],
    code: 78,
    says: /^WAYBILL_CONFIG_INVALID: --set queue\.url: queue\.url: expected redis:\/\//,
  },
}
