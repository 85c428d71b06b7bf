/** What is wrong with a configuration, or will be: `config check`, the start of a node and the doctor say the same. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ABSTRACT, TRIAL } from '../support/contracts/written.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import {
  certificates,
  type Issued,
  issue,
  listPem,
  revoke,
} from '../support/security/certificates.js'
import { ocspResponse } from '../support/security/ocsp-response.js'

const DAY = 86_400_000
const { authority, otherAuthority } = certificates()
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10)

type Values = Readonly<Record<string, unknown>>

/** A folder for the files of one configuration. */
interface Desk {
  file(name: string, content: string | Buffer, mode?: number): string
  /** The file of a certificate with its chain, and that of its key. */
  pair(name: string, made: Issued): { readonly certificate: string; readonly key: string }
}

interface Case {
  readonly what: string
  config(desk: Desk): Values
  /** Level and key of each finding, and what its sentence is about. */
  readonly found: readonly (readonly [level: string, key: string, about: RegExp])[]
  /** Mode of the file of the configuration. Default: 600. */
  readonly mode?: number
}

const signs = (...files: readonly string[]) => ({ signs: { certificates: files } })
const made = (name: string, more: object = {}, by: Issued | undefined = authority) =>
  issue({ subject: `CN=${name}`, names: ['DNS:localhost'], ...more }, by)

/** With text where none may be. */
const ODD = `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:y="urn:y" targetNamespace="urn:y">
  <w:types><xs:schema targetNamespace="urn:y">text<xs:element name="Ask"><xs:complexType/></xs:element></xs:schema></w:types>
  <w:message name="In"><w:part name="body" element="y:Ask"/></w:message>
  <w:portType name="T"><w:operation name="Ask"><w:input message="y:In"/></w:operation></w:portType>
  <w:binding name="B" type="y:T"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Ask"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input></w:operation>
  </w:binding>
  <w:service name="S"><w:port name="P" binding="y:B"><s:address location="http://old.example/"/></w:port></w:service>
</w:definitions>`

/** Our own rules take it, and libxml2 does not. */
const REFUSED = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:x="urn:x" targetNamespace="urn:x">
  <xs:complexType name="A" mixed="true"><xs:all><xs:element name="e"/></xs:all></xs:complexType>
  <xs:complexType name="C" mixed="true"><xs:complexContent mixed="true"><xs:extension base="x:A"/></xs:complexContent></xs:complexType>
  <xs:element name="Run" type="x:C"/>
</xs:schema>`

const PLUGINS = {
  'run.mjs': `export default () => ({ operations: [{
    name: '{urn:x}Run', schema: new URL('./s.xsd', import.meta.url), retry: { attempts: 3 }, invoke: () => ({}),
  }] })`,
  'odd.mjs': `export default () => ({ contract: new URL('./odd.wsdl', import.meta.url), handlers: { Ask() {} } })`,
  'trial.mjs': `export default () => ({
    contract: new URL('./trial.wsdl', import.meta.url),
    service: 'TrialService',
    handlers: { Try: () => ({ value: 1 }), Forget() {} },
  })`,
}

const CASES: readonly Case[] = [
  {
    what: 'a business key that is redacted',
    config: () => ({
      journal: {
        keys: [
          { name: 'mrn', path: '//{urn:x}mrn' },
          { name: 'card', path: '//{urn:x}card' },
        ],
        redact: ['//{urn:x}card'],
      },
    }),
    found: [
      ['note', 'journal.keys.1', /^card is redacted: it can be looked for, and is never shown$/],
    ],
  },
  {
    what: 'files and secrets that others may read',
    mode: 0o644,
    config({ file, pair }) {
      const own = pair('own', made('own'))
      chmodSync(own.key, 0o644)
      const peers = {
        a: { digestPassword: 'hidden', signs: { ca: file('ca.pem', authority.pem) } },
      }
      return { security: { ...own, peers } }
    },
    found: [
      ['warning', 'security.key', /^\S+own\.key may be read by every user of this machine: chmod/],
      ['warning', 'security.peers.a.digestPassword', /w\.yaml:1:\d+ is a secret in a file that/],
    ],
  },
  {
    what: 'listeners that other hosts reach, and mail that gets no answer',
    config: () => ({
      http: { host: '0.0.0.0' },
      smtp: { host: '0.0.0.0', relay: { url: 'smtp://127.0.0.1:9', from: 'x@y.example' } },
      admin: { host: '0.0.0.0' },
    }),
    found: [
      ['warning', 'http.host', /^0\.0\.0\.0 opens the node to other hosts, without TLS and takes/],
      ['warning', 'smtp.host', /^0\.0\.0\.0 opens the node to other hosts, without TLS: there is/],
      ['warning', 'smtp.relay.from', /^x@y\.example is no address that this node takes mail at/],
      ['warning', 'admin.host', /^0\.0\.0\.0 is open to other hosts without TLS/],
    ],
  },
  {
    what: 'certificates that ended, begin later, or end soon: own, former, of peers and destinations',
    config({ file, pair }) {
      const ends = (name: string, days: number) => made(name, { until: inDays(days) })
      return {
        node: { uri: 'urn:n' },
        security: {
          ...pair('own', ends('own', 20)),
          former: [pair('former', ends('former', -3))],
          peers: {
            a: signs(file('later.pem', made('later', { from: inDays(9) }).pem)),
            b: { signs: { ca: file('ca.pem', authority.pem) } },
          },
        },
        destinations: { d: { url: 'https://d.example/', ca: file('d.pem', ends('d', 5).pem) } },
        routes: [{ to: 'd' }],
      }
    },
    found: [
      ['warning', 'security.certificate', new RegExp(`expires on ${dayIn(20)}: renew it before`)],
      ['error', 'security.former.0.certificate', new RegExp(`expired on ${dayIn(-3)}: renew it`)],
      ['error', 'security.peers.a.signs.certificates.0', new RegExp(`begins on ${dayIn(9)}; is`)],
      ['warning', 'destinations.d.ca', new RegExp(`expires on ${dayIn(5)}: renew it before`)],
    ],
  },
  {
    what: 'lists that ended, end soon, are signed by nobody, or are missing',
    config({ file }) {
      const list = (by: Issued, from: number, until: number) =>
        listPem(revoke(by, { revoked: [], from: inDays(from), until: inDays(until) }))
      const third = made('third', { ca: true }, undefined)
      return {
        security: {
          revoked: [
            file('old.pem', list(authority, -40, -2)),
            file('soon.pem', list(authority, -9, 1)),
            file('other.pem', list(otherAuthority, -1, 9)),
          ],
          requireRevocationLists: true,
          peers: {
            a: { signs: { ca: file('ca.pem', authority.pem) } },
            b: { signs: { ca: file('third.pem', third.pem) } },
          },
        },
      }
    },
    found: [
      ['error', 'security.revoked.0', new RegExp(`counted until ${dayIn(-2)}: fetch the next one`)],
      ['warning', 'security.revoked.1', new RegExp(`counts until ${dayIn(1)}: fetch the next one`)],
      ['warning', 'security.revoked.2', /is signed by no authority of the configuration/],
      ['error', 'security.peers.b.signs.ca', /^there is no revocation list of CN=third/],
    ],
  },
  {
    what: 'OCSP responses that ended, or are of another certificate',
    config({ file, pair }) {
      const [first, second] = [made('localhost'), made('localhost')]
      const old = ocspResponse(first, { from: inDays(-9), until: inDays(-2) })
      const other = ocspResponse(first, { from: inDays(-1), until: inDays(9) })
      return {
        security: { peers: { a: { signs: { ca: file('ca.pem', authority.pem) } } } },
        http: {
          tls: {
            ...pair('first', first),
            ocspResponse: file('old.der', old),
            names: [{ ...pair('second', second), ocspResponse: file('other.der', other) }],
          },
        },
      }
    },
    found: [
      ['warning', 'http.tls.ocspResponse', new RegExp(`counted until ${dayIn(-2)}: fetch`)],
      ['error', 'http.tls.names.0.ocspResponse', /other\.der is not the OCSP response of the/],
    ],
  },
  {
    what: 'a revoked certificate, chains that are not whole, and a server without its name',
    config({ file, pair }) {
      const server = made('x', { names: ['DNS:x.example'] })
      const other = made('other', { ca: true }, undefined)
      const gap = made('gap')
      const key = file('gap.key', gap.keyPem)
      return {
        node: { uri: 'urn:n' },
        security: { peers: { a: { signs: { ca: file('ca.pem', authority.pem) } } } },
        destinations: {
          d: {
            url: 'https://d.example/',
            certificate: file('gap.pem', gap.pem + other.pem),
            key,
          },
        },
        routes: [{ to: 'd' }],
        http: {
          publicUrl: 'https://y.example/soap',
          tls: {
            ...pair('server', server),
            ocspResponse: file('revoked.der', ocspResponse(server, { status: 'revoked' })),
            names: [pair('far', made('far', {}, made('middle', { ca: true }, otherAuthority)))],
          },
        },
      }
    },
    found: [
      ['error', 'http.tls.ocspResponse', /says that the certificate in \S+server\.pem is revoked/],
      ['error', 'destinations.d.certificate', /gap\.pem has a gap: CN=other has not issued the/],
      ['warning', 'http.tls.names.0.certificate', /far\.pem has no certificate of CN=Example/],
      ['warning', 'http.tls.certificate', /does not have the name y\.example, by which http is/],
    ],
  },
  {
    what: 'certificates for something else, keys that are too weak',
    config({ file, pair }) {
      const client = made('client', { purposes: ['client'] })
      const server = made('server', { purposes: ['server'] })
      const signer = made('signer', { usages: ['keyEncipherment'] })
      const weak = made('weak', { type: 'rsa-1024' })
      return {
        node: { uri: 'urn:n' },
        security: {
          peers: {
            a: signs(file('signer.pem', signer.pem)),
            b: { signs: { ca: file('leaf.pem', made('leaf').pem) } },
            c: { encryptTo: file('weak.pem', weak.pem) },
            d: { signs: { ca: file('ca.pem', authority.pem) } },
          },
        },
        destinations: { d: { url: 'https://d.example/', ...pair('server', server) } },
        routes: [{ to: 'd' }],
        http: { tls: pair('client', client) },
      }
    },
    found: [
      ['error', 'security.peers.a.signs.certificates.0', /may not sign messages by its keyUsage/],
      ['error', 'security.peers.b.signs.ca', /CN=leaf in \S+ is no authority/],
      ['error', 'security.peers.c.encryptTo', /has a key that is RSA of 1024 bits/],
      ['error', 'destinations.d.certificate', /may not be that of a TLS client/],
      ['error', 'http.tls.certificate', /may not be that of a TLS server/],
    ],
  },
  {
    what: 'algorithms that are weak, and keys that cannot do what a policy asks of them',
    config({ file, pair }) {
      const ca = file('ca.pem', authority.pem)
      return {
        security: {
          ...pair('own', made('own')),
          peers: {
            a: { ...signs(file('ed.pem', made('ed', { type: 'ed25519' }).pem)), allow: ['sha1'] },
            b: { signs: { ca } },
          },
          policies: [
            { path: 'echo', suite: 'Basic256GCM' },
            { path: 'trace', sends: { sign: ['Body'], algorithm: 'rsa-sha256' } },
            { path: 'calculator', sends: { sign: ['Body'], encrypt: ['Body'], to: 'a' } },
          ],
        },
        plugins: ['echo', 'trace', 'calculator'],
      }
    },
    found: [
      ['warning', 'security.peers.a.allow', /^sha1 of a can be forged or read by others/],
      ['warning', 'security.policies.0.suite', /of Basic256GCM can be forged or read by others/],
      ['error', 'security.policies.1.sends.algorithm', /^rsa-sha256 cannot be made by the key of/],
      [
        'error',
        'security.policies.2.sends.encrypt',
        /^nothing can be encrypted to the certificate/,
      ],
    ],
  },
  {
    what: 'policies that nothing can meet, by themselves or together, and one that is passed by',
    config({ file, pair }) {
      const old = made('old', { until: new Date('2021-01-01') })
      return {
        security: {
          ...pair('own', made('own', { type: 'rsa' })),
          peers: {
            a: signs(file('a.pem', made('a').pem)),
            b: signs(file('b.pem', old.pem)),
            c: { signs: { ca: file('ca.pem', authority.pem) } },
          },
          policies: [
            { path: 'echo', require: 'tls' },
            { path: 'trace', require: 'signature', peers: ['b'] },
            { operation: '{urn:x}A', peers: ['a'] },
            { operation: '{urn:x}A', path: 'calculator', peers: ['b', 'c'] },
            { operation: '{urn:x}B', encrypted: ['Body'], suite: 'Basic256' },
            { operation: '{urn:x}B', path: 'echo', suite: 'Basic128' },
            { transport: 'smtp', mailbox: 'x@localhost', require: 'signature' },
            { transport: 'smtp', mailbox: 'echo@localhost', require: 'signature' },
          ],
        },
        smtp: { domains: ['localhost'], addresses: { other: { plugin: 'echo' } } },
        plugins: ['echo', 'trace', 'calculator'],
      }
    },
    found: [
      [
        'error',
        'security.peers.b.signs.certificates.0',
        /^the certificate of CN=old in \S+ expired on/,
      ],
      ['error', 'security.policies.0.require', /^tls needs TLS, which any transport does not have/],
      ['error', 'security.policies.1.require', /^no certificate of b is valid today/],
      ['error', 'security.policies.3.peers', /^security\.policies\.2, which holds for the same/],
      ['error', 'security.policies.5.suite', /^security\.policies\.4, which holds for the same/],
      ['warning', 'security.policies.6.mailbox', /^x@localhost is no address of this node/],
      ['warning', 'security.policies.7.mailbox', /^other@localhost reaches the same operations/],
      ['warning', 'security.policies.4.suite', /^rsa-sha1, .* of Basic256 can be forged/],
      ['warning', 'security.policies.4.suite', /^rsa-sha1, .* of Basic256 can be forged/],
      ['warning', 'security.policies.5.suite', /^rsa-sha1, .* of Basic128 can be forged/],
      ['warning', 'security.policies.5.suite', /^rsa-sha1, .* of Basic128 can be forged/],
    ],
  },
  {
    what: 'names that nothing uses',
    config: () => ({
      security: {
        tokens: { login: { issuer: 'x', audience: 'y', jwks: 'https://login.example/keys' } },
        peers: { a: { password: `sha256:${'0'.repeat(64)}` }, b: {} },
        policies: [{ require: 'password', peers: ['a'] }],
      },
      destinations: { d: { url: 'http://d.example/' } },
    }),
    found: [
      ['note', 'destinations.d', /^no route leads to d$/],
      ['note', 'security.tokens.login', /^no peer has tokens of login$/],
      ['note', 'security.peers.b', /^no policy names b$/],
    ],
  },
  {
    what: 'plugins, contracts, schemas and routes',
    config({ file }) {
      file('trial.wsdl', Buffer.from(TRIAL, 'latin1'))
      file('abstract.wsdl', ABSTRACT)
      file('odd.wsdl', ODD)
      file('s.xsd', REFUSED)
      return {
        node: { uri: 'urn:n' },
        plugins: Object.entries(PLUGINS).map(([name, code]) => file(name, code)),
        queue: { operations: { '{urn:x}Run': { attempts: 2 } } },
        routes: [{ to: 'http://a.example/' }, { path: 'x', to: 'http://b.example/' }],
      }
    },
    found: [
      [
        'warning',
        'soap.secondOpinion',
        /s\.xsd: our own rules accept this schema, libxmljs2 refuses/,
      ],
      ['warning', 'plugins', /odd\.wsdl:3: text stands in <schema>: "text"; it is passed over/],
      ['warning', 'security.policies', /^the contract of the plugin trial asks for Transport/],
      [
        'warning',
        'plugins',
        /^the plugin run: retry of \{urn:x\}Run counts only for messages that/,
      ],
      [
        'warning',
        'queue.operations',
        /^what it says of \{urn:x\}Run counts only for messages that/,
      ],
      ['warning', 'routes', /^the route route 2 is never reached: route 1 before it takes all/],
    ],
  },
]

function deskIn(folder: string): Desk {
  const file: Desk['file'] = (name, content, mode = 0o600) => {
    writeFileSync(join(folder, name), content, { mode })
    return join(folder, name)
  }
  return {
    file,
    pair: (name, { chainPem, keyPem }) => ({
      certificate: file(`${name}.pem`, chainPem),
      key: file(`${name}.key`, keyPem),
    }),
  }
}

interface Finding {
  readonly level: string
  readonly key: string
  readonly sentence: string
}

const lineOf = ({ level, key, sentence }: Finding) => `${level}: ${key}: ${sentence}`
const LEVELS: Readonly<Record<string, string>> = { error: 'error', warning: 'warn', note: 'info' }

/** What `config check` prints, a line each. */
async function check(t: ExecutionContext, file: string, isValid: boolean) {
  const { code, err } = await cli(['config', 'check', '-c', file])
  t.is(code, isValid ? 0 : 78, err)
  return err.split('\n').filter((line) => /^(error|warning|note): /.test(line))
}

/** What the doctor says of the configuration, a line each. */
async function examine(file: string): Promise<readonly string[]> {
  const { out } = await cli(['doctor', '--offline', '--json', '-c', file])
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ area, level }) => area === 'configuration' && level !== 'ok')
    .map(lineOf)
}

for (const { what, config, found, mode = 0o600 } of CASES) {
  test(`the same of ${what}`, async (t) => {
    const folder = folderOf(t, {})
    const file = join(folder, 'w.yaml')
    const values = { plugins: [], stateDir: join(folder, 'state'), ...config(deskIn(folder)) }
    writeFileSync(file, JSON.stringify(values), { mode })
    const checked = await check(t, file, !found.some(([level]) => level === 'error'))
    t.is(checked.length, found.length, checked.join('\n'))
    for (const [level, key, about] of found) {
      const start = `${level}: ${key}: `
      const lines = checked.filter((line) => line.startsWith(start))
      t.true(
        lines.some((line) => about.test(line.slice(start.length))),
        `${start}${about} in\n${checked.join('\n')}`,
      )
    }
    t.deepEqual(await examine(file), checked)
    const daemon = await startDaemon([], ['--config', file])
    t.teardown(() => daemon.process.kill('SIGKILL'))
    for (const line of checked) {
      const [, level = '', msg] = /^(\w+): (.*)$/s.exec(line) ?? []
      t.like(await daemon.logged((one) => one.msg === msg), { level: LEVELS[level] })
    }
  })
}

const REFUSALS: Readonly<Record<string, (desk: Desk) => Values>> = {
  'a file that is not there': () => ({
    http: { tls: { certificate: './none.pem', key: './none.key' } },
  }),
  'a key of another certificate': ({ pair }) => {
    const { certificate } = pair('one', made('one'))
    return { security: { certificate, key: pair('two', made('two')).key } }
  },
  'an own key that is too weak': ({ pair }) => ({
    security: pair('weak', made('weak', { type: 'rsa-1024' })),
  }),
  'a certificate of two peers': ({ file }) => {
    const own = signs(file('own.pem', made('own').pem))
    return { security: { peers: { a: own, b: own } } }
  },
  'one port for two listeners': () => ({ http: { port: 34_571 }, admin: { port: 34_571 } }),
  'a plugin that throws': ({ file }) => ({ plugins: [file('p.mjs', 'throw new Error("no")')] }),
}

for (const [what, config] of Object.entries(REFUSALS)) {
  test(`the same of what ends a start: ${what}`, async (t) => {
    const folder = folderOf(t, {})
    const file = join(folder, 'w.yaml')
    const ports = { http: { port: 0 }, smtp: { port: 0 }, admin: { port: 0 } }
    const values = config(deskIn(folder))
    const http = { ...ports.http, ...Object(values.http) }
    const all = { plugins: [], ...ports, ...values, http, stateDir: join(folder, 'state') }
    writeFileSync(file, JSON.stringify(all), { mode: 0o600 })
    const checked = await cli(['config', 'check', '-c', file])
    const served = await cli(['serve', '-c', file])
    const [refusal = ''] = served.err.match(/^WAYBILL_.*$/m) ?? []
    t.true(checked.err.includes(`${refusal}\n`), checked.err)
    t.deepEqual([checked.code, served.code], [78, 78])
    const [, key = 'configuration'] = /^WAYBILL_\w+: ([\w.]+): /.exec(refusal) ?? []
    const found = await examine(file)
    t.true(
      found.some((line) => line.startsWith(`error: ${key}: `)),
      found.join('\n'),
    )
  })
}
