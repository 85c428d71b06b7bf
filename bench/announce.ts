/** Lets a bare server listen on a free port, say where, and end by SIGTERM. */
import type { Server } from 'node:http'
import { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** @param ended  lets go of what else it holds */
export function announce(server: Server | SecureServer, ended: () => void = () => undefined): void {
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = server.address() as AddressInfo
    const scheme = server instanceof SecureServer ? 'https' : 'http'
    process.stderr.write(`listens on ${scheme}://127.0.0.1:${port}/soap\n`)
  })
  process.once('SIGTERM', () => {
    server.close()
    server.closeAllConnections()
    ended()
  })
}
