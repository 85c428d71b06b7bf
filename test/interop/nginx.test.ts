/** The example for nginx tells the node whom a request is from; what a client says of itself counts for nothing. */
import { execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../src/plugin.js'
import { folderOf } from '../support/folder.js'
import { serveNode } from '../support/nodes/node.js'
import { certificateFiles } from '../support/security/certificates.js'
import { soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'

const EXAMPLE = fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url))
const run = promisify(execFile)

const PLUGIN: Plugin = {
  operations: [{ name: '{urn:q}Who', invoke: (_, { peer }) => ({ who: JSON.stringify(peer) }) }],
}

/** What the example asks of the node. */
const BELIEVES = [
  'http.proxies=[127.0.0.1]',
  'http.proxyHeaders={certificate: X-Client-Certificate, verified: X-Client-Verify}',
]

/** The example with the ports and files of the test, client certificates included. */
async function proxied(t: ExecutionContext, own: readonly string[] = BELIEVES) {
  const files = certificateFiles(t)
  const settings = [...own, 'security.peers={bank: {certificates: ["CN=client,O=Example,C=NL"]}}']
  const node = await serveNode({ q: PLUGIN }, { settings })
  t.teardown(() => node.close())
  const port = await freePort()
  const folder = folderOf(t, {})
  const example = readFileSync(EXAMPLE, 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${node.port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/.*listen \[::\].*\n/, '')
    .replace('/etc/nginx/tls/soap.example.com.pem', files.chain('server'))
    .replace(/\/etc\/nginx\/tls\/soap\S+;/, `${files.key('server')};`)
    .replace(/# (ssl_client_certificate +)\S+;/, `$1${files.certificate('authority')};`)
    .replace(/# (ssl_verify_client)/, '$1')
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  writeFileSync(
    config,
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${example}\n}\n`,
  )
  const nginx = spawn('/usr/sbin/nginx', ['-c', config, '-e', `${folder}/error.log`], {
    stdio: 'ignore',
  })
  t.teardown(() => nginx.kill('SIGKILL'))
  const ask = async (...options: readonly string[]) => {
    const url = `https://localhost:${port}/soap`
    const own = ['-sS', '--retry', '20', '--retry-connrefused', '--retry-delay', '1', '--cacert']
    const { stdout } = await run('curl', [
      ...own,
      files.certificate('authority'),
      ...['-H', 'Content-Type: text/xml', '--data', soap11('<q:Who xmlns:q="urn:q"/>')],
      ...['--interface', '127.0.0.77', '-4'],
      ...options,
      url,
    ])
    const who = /<(?:\w+:)?who[^>]*>([^<]*)</.exec(stdout)?.[1]
    return who === undefined || options.includes('--write-out')
      ? stdout
      : JSON.parse(who.replaceAll('&quot;', '"'))
  }
  return { ask, files }
}

test('address, TLS and client certificate come through nginx; headers of the client do not', async (t) => {
  const { ask, files } = await proxied(t)
  const forged = [
    ['X-Forwarded-For', '10.1.1.1'],
    ['Forwarded', 'for=10.1.1.1;proto=https'],
    ['X-Client-Verify', 'SUCCESS'],
    ['X-Client-Certificate', encodeURIComponent(readFileSync(files.certificate('client'), 'utf8'))],
  ].flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const stranger = await ask(...forged)
  t.deepEqual(stranger, { address: '127.0.0.77', tls: { protocol: 'TLS' } })
  const pair = ['--cert', files.certificate('client'), '--key', files.key('client')]
  const bank = await ask(...pair)
  t.like(bank, { address: '127.0.0.77', identity: 'bank' })
  t.is(bank.tls.certificate.subject, 'CN=client,O=Example,C=NL')
  const other = ['--cert', files.certificate('otherClient'), '--key', files.key('otherClient')]
  t.regex(await ask(...other), /400 The SSL certificate error/)
})

/** The name by which the example is reached. */
const PUBLIC = ['-H', 'Host: soap.example.com', '--write-out', '%{http_code}']

test('the public name that nginx passes on as Host is taken from a listed proxy', async (t) => {
  const { ask } = await proxied(t)
  t.regex(await ask(...PUBLIC), /WhoResponse[\s\S]*200$/)
})

test('where nginx is not listed, the public name must be one of http.names, or that of http.publicUrl', async (t) => {
  const unlisted = await proxied(t, [])
  t.is(await unlisted.ask(...PUBLIC), 'Host has no name of this node.\n421')
  for (const own of [
    'http.names=[soap.example.com]',
    'http.publicUrl=https://soap.example.com/soap',
  ]) {
    const { ask } = await proxied(t, [own])
    t.regex(await ask(...PUBLIC), /WhoResponse[\s\S]*200$/, own)
  }
})
