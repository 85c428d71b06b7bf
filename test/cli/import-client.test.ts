/** `waybill import --client` as a process: types and a client that compile, in place of a plugin. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { orders } from '../contract/wsdl/documents.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { compile } from '../types/compile.js'

test('a client is written beside the types, and it compiles', async (t) => {
  const folder = folderOf(t, { 'orders.wsdl': orders() })
  const to = join(folder, 'client')
  const parameters = ['import', join(folder, 'orders.wsdl'), '--client', '--to', to]
  const { code, err } = await cli(parameters)
  t.is(code, 0, err)
  const made = ['orders.client.ts', 'orders.types.ts', 'orders.wsdl']
  t.deepEqual(readdirSync(to).sort(), made)
  const sources = made.slice(0, 2).map((name) => [name, readFileSync(join(to, name), 'utf8')])
  const use = `import { createSender } from 'waybill'
import { openOrdersService } from './orders.client.js'
export const call = async (): Promise<void> => void (await openOrdersService(createSender()).Place({ item: 'tea' }))
`
  const files = { ...Object.fromEntries(sources), 'use.ts': use }
  t.deepEqual(compile(t, files, { noEmit: true }).errors, [])
})

test('a service that the document has not is wrong usage', async (t) => {
  const folder = folderOf(t, { 'orders.wsdl': orders() })
  const { code } = await cli(['import', join(folder, 'orders.wsdl'), '--client', '--service', 'No'])
  t.is(code, 64)
})
