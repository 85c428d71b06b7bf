/** A fault is read as one, whatever its status: of a relay that reaches nobody, or too late, as of an operation. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { startDaemon } from '../../support/nodes/daemon.js'
import { freePort } from '../../support/wire/free-port.js'
import { itemOf, type Trial, warehouseSettings } from '../trial.js'

const FAULT = /^(Server|Receiver)$/

export function relayFaultSuite(trial: Trial): void {
  const { test, name } = trial

  test.serial(
    `${name}: the fault of a relay whose next node is down, or late, is read`,
    async (t) => {
      const relay = await startDaemon([
        'node.uri=urn:example:relay',
        'plugins=[]',
        `destinations.down.url=http://127.0.0.1:${await freePort()}/soap`,
        `destinations.late=${JSON.stringify({ url: await silentAddress(t), timeout: '500ms' })}`,
        'routes=[{path: down, to: down}, {path: late, to: late}]',
      ])
      t.teardown(() => relay.stop())
      for (const path of ['down', 'late']) {
        const address = `${relay.url}/${path}`
        const answer = await trial.call(t, 'Reserve', { address, item: itemOf('tea'), count: '1' })
        t.regex(String(answer.fault), FAULT)
        t.truthy(answer.reason)
      }
    },
  )
}

/** For CXF, which reads no fault that comes with 400 unless it is set to. */
export function senderFaultSuite(trial: Trial): void {
  const { test, name } = trial

  test.serial(`${name}: a Sender fault of SOAP 1.2 is lost by its defaults`, async (t) => {
    const fields = { soap: '1.2', item: itemOf('nothing'), count: '1' }
    const answer = await trial.call(t, 'Reserve', fields)
    t.is(answer.declared, undefined)
    t.regex(String(answer.error), /400/)
  })

  test.serial(`${name}: a Sender fault of SOAP 1.2 is read by its property`, async (t) => {
    const item = itemOf('nothing')
    const fields = { soap: '1.2', reads400: 'true', item, count: '1' }
    t.like(await trial.call(t, 'Reserve', fields), { declared: 'StockFault', item })
  })

  test.serial(`${name}: a Sender fault of SOAP 1.2 is read if the node gives it 500`, async (t) => {
    const stateDir = trial.folder(t)
    const node = await startDaemon([...warehouseSettings(stateDir), 'http.senderFaultStatus=500'])
    t.teardown(() => node.stop())
    const item = itemOf('nothing')
    const fields = { soap: '1.2', address: `${node.url}/warehouse`, item, count: '1' }
    t.like(await trial.call(t, 'Reserve', fields), { declared: 'StockFault', item })
  })
}

/** @returns an address that takes connections and never answers */
async function silentAddress(t: ExecutionContext): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/soap`
}
