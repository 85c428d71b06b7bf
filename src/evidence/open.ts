/** Opens the evidence of a node: each process that writes has a chain of its own, the first one that is free. */
import { closeSync, openSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { messageOf, systemReason } from '../base/errno.js'
import { type FileLock, isBusy, lockFile } from '../base/file-lock.js'
import { makeFolder, syncFolder } from '../base/folder.js'
import { WaybillError } from '../errors.js'
import { type Evidence, EvidenceUnavailable, type HeadStore } from '../security/evidence.js'
import { type ChainOptions, type ChainState, EvidenceChain } from './chain.js'
import { ChainFile } from './chain-file.js'
import { type Head, headName, MovingHead, readHead } from './head.js'
import { START } from './link.js'
import { type ChainEnd, findEnd } from './recover.js'
import { isSealed } from './seal-file.js'

export interface EvidenceOptions extends ChainOptions {
  readonly folder: string
  /** Keeps the ends of the chains. */
  readonly heads: HeadStore
}

/** Chains of one node; as many processes never write at once. */
const MAX_CHAINS = 10_000

/**
 * @throws WaybillError WAYBILL_EVIDENCE_DAMAGED if a chain does not have what was kept in it,
 *   WAYBILL_STATE_UNUSABLE if the folder cannot be written
 * @throws EvidenceUnavailable if the store does not answer
 */
export async function openEvidence(options: EvidenceOptions): Promise<Evidence> {
  for (let chain = 1; chain <= MAX_CHAINS; chain += 1) {
    const state = await take(String(chain), options)
    if (state) return new EvidenceChain(state, options)
  }
  throw new WaybillError('WAYBILL_STATE_UNUSABLE', `${options.folder}: all chains are taken`)
}

/** @returns undefined if another process has it, or another node */
async function take(chain: string, options: EvidenceOptions): Promise<ChainState | undefined> {
  const { heads, node, log } = options
  const folder = join(options.folder, chain)
  const lock = locked(folder)
  if (!lock) return undefined
  try {
    const name = headName(node, chain)
    const value = await requested(() => heads.head(name))
    const kept = readHead(value)
    const end = await findEnd(folder, kept)
    const head = new MovingHead(heads, name, locationOf(options.folder), value)
    if (!end && !(await isFree(kept, head, chain, options))) {
      lock.release()
      return undefined
    }
    if (end && !kept) {
      const fields = { evidence: folder, line: end.last.number }
      log.warn(fields, 'the queue does not know where this evidence ended')
    }
    if (end && end.torn > 0) {
      const fields = { evidence: end.path, line: end.last.number, bytes: end.torn }
      log.warn(fields, 'what was not written in full, and acknowledged to nobody, is cut off')
    }
    const last = end?.last ?? START
    const release = () => lock.release()
    return { folder, chain, last, head, release, ...(await opened(end)) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** @throws EvidenceUnavailable while the store is away */
async function requested<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new EvidenceUnavailable(`its store does not answer: ${messageOf(cause)}`, { cause })
  }
}

async function opened(end: ChainEnd | undefined): Promise<Pick<ChainState, 'file' | 'ended'>> {
  if (!end || (end.ended && isSealed(end.path))) return { file: undefined, ended: false }
  return { file: await ChainFile.open(end.path, end.length), ended: end.ended }
}

function locked(folder: string): FileLock | undefined {
  try {
    const made = makeFolder(folder, 0o700)
    if (made !== undefined) syncFolder(join(resolve(made), '..'))
    const file = join(folder, 'lock')
    closeSync(openSync(file, 'a', 0o600))
    return lockFile(file)
  } catch (error) {
    if (isBusy(error)) return undefined
    const sentence = `${folder} cannot be used (${systemReason(error)})`
    throw new WaybillError('WAYBILL_STATE_UNUSABLE', sentence, { cause: error })
  }
}

/** Machine and folder: two nodes of one name have chains of their own. */
export function locationOf(folder: string): string {
  return `${hostname()}:${resolve(folder)}`
}

/**
 * Takes a chain that nobody has begun; of two nodes one gets it.
 *
 * @returns false for one that is another machine's, or whose files were taken away
 */
async function isFree(
  kept: Head | undefined,
  head: MovingHead,
  chain: string,
  { folder, log }: EvidenceOptions,
): Promise<boolean> {
  const isOurs = kept?.location === locationOf(folder)
  if (kept && kept.number > 0) {
    const fields = { evidence: join(folder, chain), lines: kept.number }
    if (isOurs) log.error(fields, 'the files of this chain are gone; a new chain is begun')
    return false
  }
  return isOurs || (kept === undefined && (await requested(() => head.claim())))
}
