/** Looks whether each destination can be connected to, whether its TLS certificate holds, and what its clock says. No message is sent to it. */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { codeOf, error, type Finding, ok, type Surroundings, warning } from '#transport'
import { wallTime } from '#transport/time'
import { examineClock } from './examine-clock.js'

/** Milliseconds that a certificate should still hold. */
const SOON = 30 * 86_400_000

type Destination = Surroundings['destinations'][number]

export async function examineDestinations({
  destinations,
  patience,
}: Surroundings): Promise<readonly Finding[]> {
  const found = await Promise.all(destinations.map((one) => examineDestination(one, patience)))
  return found.flat()
}

async function examineDestination(
  { key, url, ca, pinned }: Destination,
  patience: number,
): Promise<readonly Finding[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  const port = Number(url.port || (secure ? 443 : 80))
  const options = { host, port, timeout: patience }
  // Whom it shows is judged below, so that more than the first fault is told.
  const socket = secure
    ? connectTls({ ...options, rejectUnauthorized: false, servername: host, ...(ca && { ca }) })
    : connectTcp(options)
  try {
    await connected(socket, secure ? 'secureConnect' : 'connect')
    const reached = ok(key, `${url.origin} can be connected to`)
    const shown = isTls(socket) ? [examineTls(socket, key, url.origin, pinned)] : []
    if (shown.some(({ level }) => level === 'error')) return [reached, ...shown]
    return [reached, ...shown, await examineClock(socket, key, url, patience)]
  } catch (thrown) {
    return [
      error(
        key,
        `${url.origin} cannot be connected to (${codeOf(thrown)})`,
        'correct the URL, start it, or open the firewall for it',
      ),
    ]
  } finally {
    socket.destroy()
  }
}

function isTls(socket: Socket | TLSSocket): socket is TLSSocket {
  return 'authorized' in socket
}

function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('timeout', () => reject(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
  })
}

/** @param pinned  the configuration knows the certificate itself: then no chain counts */
function examineTls(socket: TLSSocket, key: string, origin: string, pinned: boolean): Finding {
  const until = Date.parse(socket.getPeerCertificate().valid_to)
  const day = new Date(until).toISOString().slice(0, 10)
  const ends = `the certificate of ${origin} expires on ${day}`
  if (!socket.authorized && !pinned) {
    return error(
      key,
      `the certificate of ${origin} is not trusted (${socket.authorizationError})`,
      'give its authority by ca, the certificate by pin, or the name that is in it by url',
    )
  }
  return until - wallTime() > SOON ? ok(key, ends) : warning(key, ends, 'tell whoever runs it')
}
