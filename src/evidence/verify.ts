/** Walks all evidence and names the first place of each chain that is altered, cut, reordered or unsigned. */
import type { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeadStore } from '../security/evidence.js'
import { type ChainFileName, chainsIn, filesIn } from './files.js'
import { type Head, headName, readHead } from './head.js'
import { type Link, START } from './link.js'
import { locationOf } from './open.js'
import { isSealed, sealsOf } from './seal-file.js'
import { contentOf, isSignedBy } from './sign.js'
import { type Location, type Walked, walkFile } from './walk-file.js'

export interface Verifying {
  readonly folder: string
  /** URI of the node. */
  readonly node: string
  /** The node's own: the one that it signs with, and former ones. */
  readonly certificates: readonly X509Certificate[]
  /** Knows the ends of the chains; undefined: they are not compared. */
  readonly heads?: HeadStore | undefined
  /** True if the first files are kept elsewhere. */
  readonly partial: boolean
  /** Notified of the lines of each file once it was read. */
  readonly walked?: ((lines: number) => void) | undefined
}

export interface Verified {
  /** Lines that are as they were written, by their chains. */
  readonly lines: number
  readonly files: number
  readonly chains: number
  /** The first of each chain. */
  readonly faults: readonly Location[]
  /** What is no fault, and should be known. */
  readonly notes: readonly string[]
}

export async function verifyEvidence(verifying: Verifying): Promise<Verified> {
  const { folder } = verifying
  const notes: string[] = []
  const faults: Location[] = []
  let [lines, files, kept] = [0, 0, 0]
  const chains = await chainsIn(folder)
  for (const chain of chains) {
    // The end first: what a node that runs appends meanwhile stands behind it.
    const head = await headOf(chain, verifying)
    const names = await filesIn(join(folder, chain))
    const found = await verifyChain(names, head, verifying, notes)
    lines += found.lines
    files += names.length
    kept += names.length > 0 ? 1 : 0
    if (found.fault) faults.push(found.fault)
  }
  faults.push(...(await missingChains(chains, verifying, notes)))
  return { lines, files, chains: kept, faults, notes }
}

interface ChainFound {
  readonly lines: number
  readonly fault: Location | undefined
}

async function verifyChain(
  files: readonly ChainFileName[],
  head: Head | undefined,
  verifying: Verifying,
  notes: string[],
): Promise<ChainFound> {
  let lines = 0
  let last: Link | undefined
  for (const [index, file] of files.entries()) {
    const isLast = index === files.length - 1
    if (index === 0 && file.first > 1) {
      const what = `the chain begins with line ${file.first}: the files before it are missing`
      if (!verifying.partial) return { lines, fault: { file: file.path, line: 1, what } }
      notes.push(`${file.path} begins with line ${file.first}: the files before it are elsewhere`)
    }
    if (last && file.first !== last.number + 1) {
      const what = `it begins with line ${file.first}, and the one before it ends with ${last.number}: a file is missing`
      return { lines, fault: { file: file.path, line: 1, what } }
    }
    const sealed = await checkSeals(file, verifying.certificates)
    const walked = await walkFile(file, last ?? (file.first === 1 ? START : undefined), {
      head,
      sums: sealed.sums,
    })
    lines += walked.lines
    verifying.walked?.(walked.lines)
    const fault = walked.fault ?? endFault(file, walked, isLast) ?? sealed.fault
    if (fault) return { lines, fault }
    last = walked.last
    if (walked.torn)
      notes.push(`${file.path}: the last line is incomplete, and was acknowledged to nobody`)
    if (isLast && !isSealed(file.path)) {
      notes.push(`${file.path} has no signature yet; the queue notes where it ends`)
    }
  }
  return { lines, fault: cutAtEnd(files, last, head) }
}

interface Seals {
  /** Hashes of its lines when it was ended, if their signature holds. */
  readonly sums: readonly string[] | undefined
  readonly fault: Location | undefined
}

/** Checks the signatures of a file that is ended, by the certificates of the node. */
async function checkSeals(
  { path }: ChainFileName,
  certificates: readonly X509Certificate[],
): Promise<Seals> {
  const { signature, sums, sumsSignature } = sealsOf(path)
  const reported = (what: string, file = path): Seals => {
    return { sums: undefined, fault: { file, line: undefined, what } }
  }
  // It is written last: without it the file is about to be signed, or the node has died just then.
  const bySignature = await bytesOf(signature)
  if (!bySignature) return { sums: undefined, fault: undefined }
  const [lines, bySums] = [await bytesOf(sums), await bytesOf(sumsSignature)]
  const signer = lines && bySums && (await signerOf(() => [lines], bySums, certificates))
  if (!lines || !signer) return reported('no certificate of this node has signed it', sums)
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

/** Of a file that another follows. */
function endFault(
  { path }: ChainFileName,
  { ended, torn, lines }: Walked,
  isLast: boolean,
): Location | undefined {
  if (isLast) return undefined
  if (torn) return { file: path, line: lines + 1, what: 'it is cut off' }
  if (!ended) return { file: path, line: undefined, what: 'it has no closing line' }
  return isSealed(path)
    ? undefined
    : { file: path, line: undefined, what: 'it is ended, and not signed' }
}

function cutAtEnd(
  files: readonly ChainFileName[],
  last: Link | undefined,
  head: Head | undefined,
): Location | undefined {
  const ends = last?.number ?? 0
  const file = files.at(-1)
  if (!file || !head || head.number <= ends) return undefined
  const what = `it ends with line ${ends} of its chain, and ${head.number} lines were kept: what stood behind it is missing`
  return { file: file.path, line: undefined, what }
}

async function headOf(chain: string, { heads, node }: Verifying): Promise<Head | undefined> {
  return heads && readHead(await heads.head(headName(node, chain)))
}

/** Chains that the queue knows, and of which nothing is here. */
async function missingChains(
  here: readonly string[],
  verifying: Verifying,
  notes: string[],
): Promise<readonly Location[]> {
  const { heads, folder } = verifying
  if (!heads) {
    notes.push('the queue was not asked: whether lines are missing at the end is not known')
    return []
  }
  const faults: Location[] = []
  const highest = Number(here.at(-1) ?? 0)
  for (let chain = 1; ; chain += 1) {
    const head = await headOf(String(chain), verifying)
    if (!head && chain > highest) return faults
    if (!head && here.includes(String(chain))) {
      notes.push(`chain ${chain}: the queue does not know where it ends`)
    }
    const files = head && head.number > 0 ? await filesIn(join(folder, String(chain))) : [true]
    if (!head || files.length > 0) continue
    const what = `${head.number} lines were kept in chain ${chain}, and none of its files is here`
    if (head.location === locationOf(folder)) {
      faults.push({ file: join(folder, String(chain)), line: undefined, what })
    } else notes.push(`${what}: it is kept in ${head.location}`)
  }
}
