/** A node whose contracts are kept as evidence: its bank, which signs and connects with one certificate, and who checks them. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import type { CertificateFiles } from '../support/security/certificates.js'

const DOCUMENT = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8')
const SCRIPT = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(DOCUMENT)?.[1] ?? ''

/** The node is `rsa3072`, the bank is `rsa`: it signs, and connects, with one certificate. */
export function settingsOf(files: CertificateFiles, stateDir: string): readonly string[] {
  return [
    `stateDir=${stateDir}`,
    'node.uri=urn:example:contracts',
    `http.tls.certificate=${files.certificate('server')}`,
    `http.tls.key=${files.key('server')}`,
    'http.tls.clientAuthentication=request',
    `http.tls.clientAuthority=${files.certificate('authority')}`,
    `security.certificate=${files.certificate('rsa3072')}`,
    `security.key=${files.key('rsa3072')}`,
    `security.peers.bank.signs.certificates=["${files.certificate('rsa')}"]`,
    'security.policies=[{"name":"contracts","require":"non-repudiation","sends":{"sign":["Body"]}}]',
  ]
}

/** @param client  whose certificate TLS shows; undefined: none */
export async function sendAs(
  url: string,
  files: CertificateFiles,
  client: 'rsa' | 'client' | undefined,
  body: string,
  agent: Agent | false = false,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const own = client && {
    cert: readFileSync(files.certificate(client)),
    key: readFileSync(files.key(client)),
  }
  const requested = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
    ca: readFileSync(files.certificate('authority')),
    agent,
    ...own,
  })
  const answer = new Promise<{ readonly status: number | undefined; readonly body: string }>(
    (resolve, reject) => {
      requested.on('error', reject)
      requested.on('response', (response) => {
        text(response).then((all) => resolve({ status: response.statusCode, body: all }), reject)
      })
    },
  )
  requested.end(body)
  return answer
}

/** Runs the script of docs/evidence.md, which knows openssl, sha256sum and xmlsec1 alone. */
export function check(t: ExecutionContext, folder: string): string {
  const script = join(folderOf(t, { 'check.sh': SCRIPT }), 'check.sh')
  const { status, stdout, stderr } = spawnSync('sh', [script, folder], { encoding: 'utf8' })
  t.is(status, 0, `${stdout}${stderr}`)
  return stdout
}
