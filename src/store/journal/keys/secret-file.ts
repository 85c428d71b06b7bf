/** The file in the state folder that has the secret of a journal: whoever reads it can try which values were kept as hashes. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeOf, systemReason } from '../../../base/errno.js'
import { makeFolder } from '../../../base/folder.js'
import { publishFile } from '../../../base/publish-file.js'
import { WaybillError } from '../../../errors.js'
import type { KeySecret } from './hash.js'

const BYTES = 32
/** As text: base64url. */
const TEXT = /^[\w-]{43}$/

export function keyFileIn(stateDir: string): string {
  return resolve(join(stateDir, 'journal.key'))
}

/**
 * Reads it.
 *
 * @returns undefined if there is none
 * @throws WaybillError WAYBILL_STATE_UNUSABLE
 */
export function readKeyFile(stateDir: string): KeySecret | undefined {
  const file = keyFileIn(stateDir)
  if (!existsSync(file)) return undefined
  try {
    return secretOf(readFileSync(file, 'latin1').trim(), file)
  } catch (error) {
    throw error instanceof WaybillError ? error : unusable(file, error)
  }
}

/**
 * Reads it, or makes it, for this user only.
 *
 * @throws WaybillError WAYBILL_STATE_UNUSABLE
 */
export function openKeyFile(stateDir: string): KeySecret {
  const found = readKeyFile(stateDir)
  if (found) return found
  const file = keyFileIn(stateDir)
  const beside = `${file}.${randomBytes(8).toString('hex')}`
  try {
    makeFolder(resolve(stateDir), 0o700)
    writeFileSync(beside, `${newSecret()}\n`, { flag: 'wx', mode: 0o600, flush: true })
    publishFile(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    // Another process of this node was first.
    if (codeOf(error) !== 'EEXIST') throw unusable(file, error)
  }
  const made = readKeyFile(stateDir)
  if (!made) throw unusable(file, new Error('it is gone'))
  return made
}

/** 256 bits, as text. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** @throws WaybillError WAYBILL_STATE_UNUSABLE for what is none */
export function secretOf(text: string, where: string): KeySecret {
  if (TEXT.test(text)) return Buffer.from(text, 'base64url')
  const sentence = `${where} does not hold the secret for business keys (43 characters of base64url): take it from a backup, or remove it, and values that were kept as hashes are not found any more`
  throw new WaybillError('WAYBILL_STATE_UNUSABLE', sentence)
}

function unusable(file: string, error: unknown): WaybillError {
  const sentence = `${file} cannot be used (${systemReason(error)})`
  return new WaybillError('WAYBILL_STATE_UNUSABLE', sentence, { cause: error })
}
