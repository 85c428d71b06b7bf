/** The link that opens the console: made of the token in the state folder, which only the user of the node can read. */
import { codeOf } from '../../base/errno.js'
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import { linkTo } from '../../operate/admin/access/link.js'
import {
  readStateToken,
  reasonOf,
  renewStateToken,
  stateTokenIn,
} from '../../security/credentials/state-token.js'

/**
 * @param console  URL by which the browser reaches it
 * @throws WaybillError if there is no token, or this user may not read it
 */
export function consoleLink({ stateDir }: Config, console: string): string {
  const link = new URL(linkTo(console, tokenIn(stateDir)))
  // Of a listener on all addresses, the one of this machine.
  if (link.hostname === '0.0.0.0') link.hostname = '127.0.0.1'
  if (link.hostname === '[::]') link.hostname = '[::1]'
  return link.href
}

/** Where browsers reach the console by the configuration; undefined if the port is any free one. */
export function consoleOf({ alerts, admin: { host, port, tls } }: Config): string | undefined {
  if (alerts.console !== undefined) return alerts.console
  if (port === 0) return undefined
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function tokenIn(stateDir: string): string {
  return withToken(stateDir, () => readStateToken(stateDir))
}

/** @throws WaybillError if there is no state folder, or this user may not write there */
export function renewToken({ stateDir }: Config): void {
  withToken(stateDir, () => renewStateToken(stateDir))
}

function withToken<Result>(stateDir: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const file = stateTokenIn(stateDir)
    if (codeOf(error) === 'ENOENT') {
      throw new WaybillError('WAYBILL_STATE_NOT_FOUND', `there is no token at ${file}`)
    }
    const sentence = `${file} cannot be used: ${reasonOf(error)}`
    throw new WaybillError('WAYBILL_STATE_REFUSED', sentence, { cause: error })
  }
}
