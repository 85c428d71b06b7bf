/** The cells of one peer: its client to our node, our client to a server, and its client to that through a relay. */
import type { VersionName } from '../../../src/transport.js'
import { type RunningDaemon, startDaemon } from '../../support/nodes/daemon.js'
import type { Answer, Fields } from '../peer.js'
import type { Server } from '../server.js'
import type { Trial } from '../trial.js'
import { testCell } from './cell.js'
import { FEATURES } from './features.js'
import type { Way } from './limits.js'
import { ourClient } from './ours.js'
import { columnOf, EVERYWHERE, type PeerName } from './peers.js'
import { openWire, type Wire } from './wire.js'

/** @param server  that the column names */
export function matrixSuite(trial: Trial, peer: PeerName, server: () => Server): void {
  const { test } = trial
  const column = columnOf(peer)
  let node: Wire | undefined
  let location: ServerWires | undefined
  test.serial.before(async () => {
    node = await openWire(`${trial.node().url}/warehouse`)
    location = await openWires(server(), column.versions)
  })
  test.after.always(async () => {
    await node?.close()
    await location?.close()
  })
  const peerCalls =
    (soap: VersionName, address: string) => async (operation: string, fields: Fields) =>
      understood(await trial.ask(operation, { ...fields, soap, address }))

  const cells = (way: Way, tried: (feature: Tried, soap: VersionName) => Promise<void>) => {
    for (const soap of column.versions) {
      for (const feature of EVERYWHERE) {
        testCell(test, { peer, way, feature, soap }, () => tried(feature, soap))
      }
    }
  }

  cells('in', async (feature, soap) => {
    const { url, last } = there(node)
    const ran = (operation: string, item: string) =>
      trial.node().logged((line) => line.msg === `${operation} runs` && line.item === item)
    await FEATURES[feature]({ call: peerCalls(soap, url), last, ran })
  })
  if (column.server === peer) {
    cells('out', async (feature, soap) => {
      const { wires } = there(location)
      const { url, last } = there(wires.get(soap))
      const call = async (operation: string, fields: Fields) =>
        understood(await ourClient().call(operation, { ...fields, soap, address: url }))
      await FEATURES[feature]({ call, last, ran: server().ran })
    })
  }
  cells('through', async (feature, soap) => {
    const { wires, relay } = there(location)
    const { last } = there(wires.get(soap))
    const call = peerCalls(soap, `${relay.url}/${pathOf(soap)}`)
    await FEATURES[feature]({ call, last, ran: server().ran })
  })
}

type Tried = keyof typeof FEATURES

/** A wire in front of each address of a server, and a relay that leads to these. */
interface ServerWires {
  readonly wires: ReadonlyMap<VersionName, Wire>
  readonly relay: RunningDaemon
  close(): Promise<void>
}

async function openWires(server: Server, versions: readonly VersionName[]): Promise<ServerWires> {
  const opened = versions.map(
    async (soap) => [soap, await openWire(server.addresses[soap])] as const,
  )
  const wires = new Map(await Promise.all(opened))
  const routes = [...wires].map(([soap, { url }]) => ({ path: pathOf(soap), to: url }))
  const relay = await startDaemon([
    'node.uri=urn:example:relay',
    'plugins=[]',
    `routes=${JSON.stringify(routes)}`,
  ])
  return {
    wires,
    relay,
    async close() {
      await relay.stop()
      for (const wire of wires.values()) await wire.close()
    },
  }
}

/** As a segment of a path. */
function pathOf(soap: VersionName): string {
  return `soap${soap.replace('.', '')}`
}

function there<Opened>(opened: Opened | undefined): Opened {
  if (opened === undefined) throw new Error('it has not started')
  return opened
}

/** @throws Error for what a client threw that is no fault */
function understood(answer: Answer): Answer {
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer
}
