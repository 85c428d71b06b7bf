/** Lets a bare server listen on a free port, say where, and end by SIGTERM. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** @param ended  lets go of what else it holds */
export function announce(server: Server, ended: () => void = () => undefined): void {
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = server.address() as AddressInfo
    process.stderr.write(`listens on http://127.0.0.1:${port}/soap\n`)
  })
  process.once('SIGTERM', () => {
    server.close()
    server.closeAllConnections()
    ended()
  })
}
