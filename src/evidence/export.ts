/** Writes the evidence of an exchange into a folder that others can check without this program. */
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnKey } from '../security/keys.js'
import { entriesIn, type FoundEntry } from './entries.js'
import { beginningOf } from './link.js'
import type { KeptSignature } from './read-entry.js'
import { linesOf } from './read-lines.js'
import { isSealed, linksOf, sealsOf, sumsOf } from './seal-file.js'
import { signatureOf } from './sign.js'

export interface Exporting {
  readonly folder: string
  readonly exchange: string
  /** A folder that is not there yet. */
  readonly to: string
  /** Signs the proof for a file that is not ended. */
  readonly key: OwnKey | undefined
}

/** An entry as it was exported. */
interface Exported {
  /** Of its folder. */
  readonly name: string
  readonly found: FoundEntry
  /** True if its file was ended: then the proof was signed at that time. */
  readonly ended: boolean
  /** Of the key that has signed the proof. */
  readonly keyType: string
}

/**
 * @returns what was written; nothing is, if there is no entry of the exchange
 * @throws TypeError if a file is not ended, and there is no key
 */
export async function exportEvidence(exporting: Exporting): Promise<readonly Exported[]> {
  const { folder, exchange, to, key } = exporting
  const written: Exported[] = []
  for await (const found of entriesIn(folder, exchange)) {
    if (written.length === 0) await mkdir(to, { mode: 0o700 })
    written.push(await writeEntry(found, to, key))
  }
  if (written.length > 0) await writeFile(join(to, 'README.md'), readmeOf(exchange, written))
  return written
}

async function writeEntry(
  found: FoundEntry,
  to: string,
  key: OwnKey | undefined,
): Promise<Exported> {
  const { chain, entry, line, message, file } = found
  const name = `${entry.direction}-${chain}-${entry.number}`
  const at = join(to, name)
  await mkdir(at)
  await writeFile(join(at, `${entry.number}.json`), line)
  await writeFile(join(at, 'message.xml'), message)
  for (const [index, signature] of entry.signatures.entries()) {
    await writeCertificates(join(at, `signature-${index + 1}`), signature)
  }
  const ended = isSealed(file.path)
  const certificates = ended ? await copySeals(file.path, at) : await signNow(file.path, at, key)
  await writeFile(join(at, 'node.pem'), certificates.join(''))
  const keyType = new X509Certificate(certificates[0] ?? '').publicKey.asymmetricKeyType ?? ''
  return { name, found, ended, keyType }
}

/** The certificate of who signed, and those of its issuers. */
async function writeCertificates(path: string, { chain }: KeptSignature): Promise<void> {
  const [signer, ...issuers] = chain
  if (signer === undefined) return
  await writeFile(`${path}.pem`, signer)
  if (issuers.length > 0) await writeFile(`${path}-issuers.pem`, issuers.join(''))
}

/** @returns the certificates that stand in the closing line */
async function copySeals(path: string, at: string): Promise<readonly string[]> {
  const { sums, sumsSignature } = sealsOf(path)
  await writeFile(join(at, 'chain.sums'), await readFile(sums))
  await writeFile(join(at, 'chain.sums.sig'), await readFile(sumsSignature))
  for await (const { bytes } of linesOf(path)) {
    if (beginningOf(bytes)?.kind !== 'end') continue
    const { certificates } = JSON.parse(bytes.toString('utf8'))
    return Array.isArray(certificates) ? certificates.map(String) : []
  }
  return []
}

/** The chain up to its last line now. */
async function signNow(
  path: string,
  at: string,
  own: OwnKey | undefined,
): Promise<readonly string[]> {
  if (!own) throw new TypeError(`${path} is not ended, and there is no key to sign with`)
  const sums = Buffer.from(sumsOf(await linksOf(path)))
  await writeFile(join(at, 'chain.sums'), sums)
  await writeFile(join(at, 'chain.sums.sig'), await signatureOf([sums], own.key))
  return [own.certificate, ...own.chain].map((one) => one.toString())
}

/** True if something is there already. */
export function isTaken(path: string): boolean {
  return existsSync(path)
}

/** What the folder has, and the commands that check it. */
function readmeOf(exchange: string, entries: readonly Exported[]): string {
  return [
    `# Evidence of the exchange ${exchange}\n`,
    'Each folder has one message. Nothing but openssl, sha256sum and xmlsec1 is needed to check it; docs/evidence.md of',
    'Waybill has the same as a script, and says what it proves, and what it does not.\n',
    'Times are those of the clock of the node that kept the evidence.\n',
    ...entries.flatMap(sectionOf),
  ].join('\n')
}

function sectionOf({ name, found, ended, keyType }: Exported): readonly string[] {
  const { entry } = found
  const { number, time, direction, policy, contentType, peer, signatures } = entry
  return [
    `## ${name}\n`,
    `- ${direction} at ${time}, under the policy ${policy}, as ${contentType}`,
    ...(peer?.name === undefined ? [] : [`- from the peer ${peer.name}`]),
    `- \`${number}.json\`: the line as it was kept; \`message.xml\`: the message, byte for byte`,
    '- `chain.sums`: the SHA-256 of each line of the file that it was kept in, in order; `chain.sums.sig`: its signature',
    `  by the node, whose certificate is \`node.pem\`, made ${ended ? 'when the file was ended' : 'when this was exported: the file was not ended'}\n`,
    '```sh',
    `cd ${name}`,
    '# The message is the one that was kept.',
    `grep -q "\\"sha256\\":\\"$(sha256sum < message.xml | cut -c 1-64)\\"" ${number}.json && echo OK`,
    '# The line is in its place in the chain, and the chain is signed by the node.',
    'sha256sum --check --ignore-missing chain.sums',
    `grep -B 1 "  ${number}.json" chain.sums | head -n 1 | cut -c 1-64; cut -c 14-77 ${number}.json`,
    'openssl x509 -in node.pem -noout -pubkey > node.pub',
    keyType.startsWith('ed')
      ? 'openssl pkeyutl -verify -pubin -inkey node.pub -rawin -in chain.sums -sigfile chain.sums.sig'
      : 'openssl dgst -sha256 -verify node.pub -signature chain.sums.sig chain.sums',
    ...signatures.flatMap(signatureCommands),
    'cd ..',
    '```\n',
  ]
}

function signatureCommands(signature: KeptSignature, index: number): readonly string[] {
  const { kind, peer, covers, value } = signature
  if (kind === 'mac') {
    return [`# An HMAC by a key that is shared with ${peer}: it proves nothing to others.`]
  }
  const ids = covers.map((name) => {
    const [, namespace = '', local = name] = /^\{(.*)\}(.*)$/.exec(name) ?? []
    return `  --id-attr:Id ${namespace}:${local} --id-attr:id ${namespace}:${local} \\`
  })
  return [
    `# The signature of ${peer}, over ${covers.join(', ')}.`,
    `xmlsec1 --verify --pubkey-cert-pem signature-${index + 1}.pem \\`,
    ...ids,
    `  --node-xpath "//*[local-name()='Signature'][translate(normalize-space(*[local-name()='SignatureValue']), ' ', '')='${value}']" \\`,
    '  message.xml',
  ]
}
