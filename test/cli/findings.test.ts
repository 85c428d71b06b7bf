/** What is wrong with a configuration, or will be: `config check`, the start of a node and the doctor say the same. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
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

const CASES: readonly Case[] = [
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
      ['warning', 'security.certificate', new RegExp(`ends on ${dayIn(20)}: renew it before`)],
      ['error', 'security.former.0.certificate', new RegExp(`ended on ${dayIn(-3)}: renew it`)],
      ['error', 'security.peers.a.signs.certificates.0', new RegExp(`begins on ${dayIn(9)}; is`)],
      ['warning', 'destinations.d.ca', new RegExp(`ends on ${dayIn(5)}: renew it before`)],
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
    what: 'a revoked certificate, chains with a gap, and a server without its name',
    config({ file, pair }) {
      const server = made('x.example', { names: ['DNS:x.example'] })
      const gap = file('gap.pem', made('gap').pem + made('none', { ca: true }, undefined).pem)
      const middle = made('middle', { ca: true }, otherAuthority)
      return {
        security: { peers: { a: { signs: { ca: file('ca.pem', authority.pem) } } } },
        destinations: {
          d: { url: 'https://d.example/', certificate: gap, key: pair('gap', made('gap')).key },
        },
        http: {
          publicUrl: 'https://y.example/soap',
          tls: {
            ...pair('server', server),
            ocspResponse: file('revoked.der', ocspResponse(server, { status: 'revoked' })),
            names: [pair('far', made('far', {}, middle))],
          },
        },
      }
    },
    found: [
      ['error', 'http.tls.ocspResponse', /says that the certificate in \S+server\.pem is revoked/],
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
      const line = checked.find((one) => one.startsWith(`${level}: ${key}: `)) ?? ''
      t.regex(line.slice(`${level}: ${key}: `.length), about, checked.join('\n'))
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
