/** The contract of transports, kept by the one in memory. */
import { type MemoryExchange, MemoryTransport } from '../../../transports/memory/index.js'
import { transportSuite } from '../../suites/transport.js'

const exchange: MemoryExchange = new Map()
let count = 0

transportSuite({
  name: 'memory',
  scheme: 'memory',
  answers: 'connection',
  carries: ['action', 'trace', 'via'],
  make() {
    count += 1
    return new MemoryTransport(`node-${count}`, exchange)
  },
  rival: ({ listening: [url = ''] }) => new MemoryTransport(new URL(url).pathname, exchange),
  nobody: new URL('memory:nobody'),
  unguarded: 'it connects to no address',
})
