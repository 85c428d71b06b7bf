/** The control socket of a node: where it is, and whether a node listens on it. */
import { lstat, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { WaybillError } from '../errors.js'
import { within } from '../within.js'

/** Bytes of a socket's path that the system has room for, its final NUL left out. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103
const PROBE_TIME = 2_000

/**
 * Path of the socket in a state folder.
 *
 * @throws WaybillError WAYBILL_CONTROL_PATH if the system has no room for it
 */
export function controlSocket(stateDir: string): string {
  const path = join(stateDir, 'control.sock')
  const bytes = Buffer.byteLength(path)
  if (bytes <= LONGEST_PATH) return path
  throw new WaybillError(
    'WAYBILL_CONTROL_PATH',
    `${path} has ${bytes} bytes; the path of a socket has at most ${LONGEST_PATH}`,
  )
}

/**
 * Looks whether a node listens on a socket.
 *
 * @returns `stale` for what a process has left behind that is gone, `absent` if there is nothing
 * @throws WaybillError WAYBILL_STATE_NOT_FOUND, WAYBILL_STATE_REFUSED or WAYBILL_CONTROL_PATH
 */
export async function probe(
  stateDir: string,
  path: string,
): Promise<'listening' | 'stale' | 'absent'> {
  try {
    await stat(stateDir)
    if (!(await lstat(path)).isSocket()) {
      throw new WaybillError('WAYBILL_CONTROL_PATH', `${path} is no socket`)
    }
    await within(PROBE_TIME, () => knock(path))
    return 'listening'
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    switch (code) {
      case 'ENOENT':
      case 'ENOTDIR':
        if (syscall === 'stat') throw noFolder(stateDir, error)
        return 'absent'
      case 'ECONNREFUSED':
        return 'stale'
      // Somebody listens, and is behind with its connections.
      case 'EAGAIN':
        return 'listening'
      default:
        throw refused(path, error)
    }
  }
}

/** What the system says of a state folder or socket that this user may not use; any other error is itself. */
export function refused(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error
  return new WaybillError('WAYBILL_STATE_REFUSED', `${path} cannot be used (${code})`, {
    cause: error,
  })
}

function noFolder(stateDir: string, cause: unknown): WaybillError {
  return new WaybillError('WAYBILL_STATE_NOT_FOUND', `there is no folder ${resolve(stateDir)}`, {
    cause,
  })
}

function knock(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}
