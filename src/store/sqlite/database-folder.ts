/** Looks at the place where the file of a queue is to be: whose it is, and what kind of disk it is on. */
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeOf, systemReason } from '../../base/errno.js'
import { makeFolder, syncFolder } from '../../base/folder.js'
import { WaybillError } from '../../errors.js'

export interface DatabasePaths {
  readonly folder: string
  readonly file: string
  /** Where each process that runs jobs keeps its lock. */
  readonly locks: string
}

export function databasePaths(stateDir: string): DatabasePaths {
  return {
    folder: stateDir,
    file: join(stateDir, 'queue.db'),
    locks: join(stateDir, 'processes'),
  }
}

/** What version 0.1 kept its queue in. */
const OLD = ['journal', join('queue', 'PG_VERSION'), 'queue.closed']

/**
 * Makes the folder if there is none, for this user only.
 *
 * @throws WaybillError WAYBILL_QUEUE_FOREIGN, WAYBILL_STATE_REFUSED, WAYBILL_STATE_UNUSABLE
 */
export function prepare({ folder, file, locks }: DatabasePaths): void {
  try {
    nearestFolder(folder)
    syncNames(makeFolder(folder, 0o700), folder)
    refuseOld({ folder, file })
    refuseNetwork(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    refuseLocks(locks)
    if (existsSync(file)) refuseOthers(file)
  } catch (error) {
    throw stateError(error, folder)
  }
}

/**
 * Looks at the folder and the file as `prepare` does, and makes nothing.
 *
 * @throws WaybillError WAYBILL_QUEUE_FOREIGN, WAYBILL_STATE_REFUSED, WAYBILL_STATE_UNUSABLE
 */
export function inspectPaths({ folder, file, locks }: DatabasePaths): void {
  try {
    const nearest = nearestFolder(folder)
    accessSync(nearest, constants.W_OK | constants.X_OK)
    refuseOld({ folder, file })
    refuseNetwork(nearest)
    refuseLocks(locks)
    if (!existsSync(file)) return
    refuseOthers(file)
    accessSync(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw stateError(error, folder)
  }
}

/** What is not there yet is made in the first folder above it that is. */
export function nearestTo(folder: string): string {
  let nearest = resolve(folder)
  while (!existsSync(nearest)) nearest = dirname(nearest)
  return nearest
}

/** @throws WaybillError WAYBILL_STATE_UNUSABLE for a file in its place */
function nearestFolder(folder: string): string {
  const nearest = nearestTo(folder)
  if (!statSync(nearest).isDirectory())
    throw unusable(nearest === resolve(folder) ? folder : nearest, 'is no folder')
  return nearest
}

/** What an operator is told about a folder that cannot be used. */
export function stateError(error: unknown, folder: string): WaybillError {
  if (error instanceof WaybillError) return error
  // Of a file that has the name of the folder, or of one above it.
  if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOTDIR') {
    return unusable(folder, 'is no folder', error)
  }
  return unusable(folder, `cannot be used (${systemReason(error)})`, error)
}

function unusable(folder: string, what: string, cause?: unknown): WaybillError {
  return new WaybillError('WAYBILL_STATE_UNUSABLE', `${folder} ${what}`, { cause })
}

/** A folder that was made is on the disk once the one that names it is synced. */
function syncNames(first: string | undefined, last: string): void {
  if (first === undefined) return
  const top = dirname(resolve(first))
  for (let at = resolve(last); at !== top; at = dirname(at)) syncFolder(dirname(at))
}

/** @throws WaybillError WAYBILL_QUEUE_FOREIGN for a folder of version 0.1 */
export function refuseOld({ folder, file }: Pick<DatabasePaths, 'folder' | 'file'>): void {
  const old = OLD.find((name) => existsSync(join(folder, name)))
  if (old === undefined || existsSync(file)) return
  const sentence = `${folder} holds the queue of version 0.1 (${old})`
  throw new WaybillError('WAYBILL_QUEUE_FOREIGN', sentence)
}

/** Each process that runs jobs makes a file there. */
function refuseLocks(locks: string): void {
  const found = statSync(locks, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isDirectory()) throw unusable(locks, 'is no folder')
  accessSync(locks, constants.W_OK | constants.X_OK)
}

/** What another user writes beside the file, its owner can use no more: then the node stops. */
function refuseOthers(file: string): void {
  const { uid } = statSync(file)
  const own = process.getuid?.()
  if (own === undefined || own === uid) return
  const sentence = `${file} belongs to the user with the id ${uid}, and this process runs as ${own}`
  throw new WaybillError('WAYBILL_STATE_REFUSED', sentence)
}

/**
 * File systems whose locks or whose order of writes SQLite cannot rely on, by what statfs(2) calls their
 * magic number.
 */
const NETWORKS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
])
const FUSE = 0x65735546
/** Kinds of FUSE that lead to other machines, as mountinfo names them. */
const REMOTE =
  /^fuse\.(sshfs|s3fs|gcsfuse|rclone|glusterfs|davfs2?|curlftpfs|goofys|ceph-fuse|juicefs)$/

function refuseNetwork(folder: string): void {
  const { type } = statfsSync(folder)
  const kind = networkKind(type, type === FUSE ? mountKind(folder) : '')
  if (kind === undefined) return
  const what = `is on a network file system (${kind}), whose locks and syncs cannot be relied on`
  throw unusable(folder, what)
}

/**
 * @param type   the magic number of a file system
 * @param mount  its kind in mountinfo, such as `fuse.sshfs`, if it is FUSE
 * @returns what it is called; undefined for a disk of this machine
 */
export function networkKind(type: number, mount: string): string | undefined {
  return NETWORKS.get(type >>> 0) ?? (REMOTE.test(mount) ? mount : undefined)
}

/** What the file system of a folder is called, for people to read. */
export function kindOfDisk(folder: string): string {
  return mountKind(folder) || `type ${statfsSync(folder).type.toString(16)}`
}

/** The kind of the mount that a folder is in, such as `fuse.sshfs`; empty where the system does not tell. */
function mountKind(folder: string): string {
  if (!existsSync('/proc/self/mountinfo')) return ''
  const path = `${realpathSync(folder)}/`
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n').map(mountOf)
  const [nearest] = mounts
    .filter(({ at }) => path.startsWith(at.endsWith('/') ? at : `${at}/`))
    .toSorted((one, two) => two.at.length - one.at.length)
  return nearest?.kind ?? ''
}

/** proc(5): fields up to a lone `-`, the fifth the mount point; behind it the kind of file system. */
function mountOf(line: string): { readonly at: string; readonly kind: string } {
  const [before = '', after = ''] = line.split(' - ')
  return { at: before.split(' ')[4] ?? '', kind: after.split(' ')[0] ?? '' }
}

/** Bytes that this user may still write there. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
