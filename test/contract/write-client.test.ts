/** The module of a typed client compiles, and what it opens is the contract that it was made of. */
import { copyFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { writeClient } from '../../src/contract/write-client.js'
import { readContracts } from '../../src/contract/wsdl/read/index.js'
import { compile } from '../types/compile.js'

const FILE = fileURLToPath(new URL('../../examples/orders/orders.wsdl', import.meta.url))
const TYPES = readFileSync(
  fileURLToPath(new URL('../../../examples/orders/orders.types.ts', import.meta.url)),
  'utf8',
)
const options = { module: 'waybill', types: './orders.types.js', document: './orders.wsdl' }

function text(more: Parameters<typeof writeClient>[2]): string {
  const contracts = readContracts(FILE)
  return writeClient(contracts, new Map(contracts.map((one) => [one, 'Orders'])), more)
}

test('a client is a function that opens the service over a sender', async (t) => {
  const { folder, errors } = compile(t, {
    'client.ts': text(options),
    'orders.types.ts': TYPES,
    'use.ts': `import { createSender } from 'waybill'
import { openOrders } from './client.js'
const sender = createSender()
const orders = openOrders(sender, { to: 'http://127.0.0.1:1/' })
export const operations = Object.keys(orders)
export const found = async (order: string): Promise<number> => (await orders.Find({ order })).line.length
`,
  })
  t.deepEqual(errors, [])
  copyFileSync(FILE, `${folder}/orders.wsdl`)
  const { operations } = await import(`${folder}/use.js`)
  t.deepEqual(operations, ['Place', 'Find', 'Cancel'])
})

test('what is chosen about values is chosen in the client', (t) => {
  t.regex(
    text({ ...options, dates: 'Date', decimals: 'number' }),
    /\{ \.\.\.options, service: 'Orders', values: \{ dates: 'Date', decimals: 'number' \} \}/,
  )
})
