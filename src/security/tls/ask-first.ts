/** Lets a listener turn connections away before TLS begins on them: `node:tls` ends the process on a destroyed socket. */
import type { Server, Socket } from 'node:net'

/** @param takes  decides on a connection; it deals with one that it does not take */
export function askFirst(server: Server, takes: (socket: Socket) => boolean): void {
  const begin = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    if (!takes(socket)) return
    for (const each of begin) each.call(server, socket)
  })
}
