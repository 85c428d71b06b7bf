/** Checks the signatures of a file that is ended, by the certificates of the node. */
import type { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ChainFileName } from './files.js'
import { sealsOf } from './seal-file.js'
import { contentOf, isSignedBy } from './sign.js'
import type { Place } from './walk-file.js'

export interface Seals {
  /** Hashes of its lines when it was ended, if their signature holds. */
  readonly sums: readonly string[] | undefined
  readonly fault: Place | undefined
}

export async function checkSeals(
  { path }: ChainFileName,
  certificates: readonly X509Certificate[],
): Promise<Seals> {
  const { signature, sums, sumsSignature } = sealsOf(path)
  const told = (what: string, file = path): Seals => {
    return { sums: undefined, fault: { file, line: undefined, what } }
  }
  // It is written last: without it the file is about to be signed, or the node has died just then.
  const bySignature = await bytesOf(signature)
  if (!bySignature) return { sums: undefined, fault: undefined }
  const [lines, bySums] = [await bytesOf(sums), await bytesOf(sumsSignature)]
  const signer = lines && bySums && (await signerOf(() => [lines], bySums, certificates))
  if (!lines || !signer) return told('no certificate of this node has signed it', sums)
  const hashes = lines
    .toString('latin1')
    .split('\n')
    .flatMap((line) => /^[0-9a-f]{64}/.exec(line) ?? [])
  if (!(await signerOf(() => contentOf(path), bySignature, [signer]))) {
    const fault = { file: path, line: undefined, what: 'its signature does not hold' }
    return { sums: hashes, fault }
  }
  return { sums: hashes, fault: undefined }
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  return existsSync(path) ? readFile(path) : undefined
}

async function signerOf(
  source: () => Parameters<typeof isSignedBy>[0],
  signature: Buffer,
  certificates: readonly X509Certificate[],
): Promise<X509Certificate | undefined> {
  for (const certificate of certificates) {
    if (await isSignedBy(source(), signature, certificate.publicKey)) return certificate
  }
  return undefined
}
