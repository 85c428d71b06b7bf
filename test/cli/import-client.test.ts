/** `waybill import --client` as a process: types and a client that compile, in place of a plugin. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { binding, orders } from '../contract/wsdl/documents.js'
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

/** With a policy of its binding. */
function withPolicy(assertions: string): string {
  const SP = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702'
  const policy = `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="${SP}">${assertions}</wsp:Policy>`
  return orders({ bindings: binding().replace('<s:binding', `${policy}<s:binding`) })
}

const TOKENS =
  '<sp:TransportBinding/><sp:SupportingTokens><wsp:Policy><sp:UsernameToken/></wsp:Policy></sp:SupportingTokens>'

test('what policies ask for is a function of the client, and what is not met is told on standard error', async (t) => {
  const folder = folderOf(t, {
    'orders.wsdl': withPolicy(`${TOKENS}<sp:SignedElements/>`),
  })
  const to = join(folder, 'client')
  const { code, err, out } = await cli([
    'import',
    join(folder, 'orders.wsdl'),
    '--client',
    '--to',
    to,
  ])
  t.is(code, 0, err)
  t.notRegex(out, /policy/)
  t.regex(
    err,
    /^policy, see to it yourself: TransportBinding \(orders\.wsdl:\d+\): the address must be an https: URL$/m,
  )
  t.regex(
    err,
    /^policy cannot be met: SignedElements \(orders\.wsdl:\d+\): this sender does not know it$/m,
  )
  const use = `import { createSender } from 'waybill'
import { openOrdersService, ordersServiceSecurity } from './orders.client.js'
const security = ordersServiceSecurity({ user: { name: 'me', password: 'x' } })
export const form: 'text' | 'digest' | undefined = security.user?.form
export const orders = openOrdersService(createSender({ security }))
`
  const names = ['orders.client.ts', 'orders.types.ts']
  const sources = names.map((name) => [name, readFileSync(join(to, name), 'utf8')])
  const files = { ...Object.fromEntries(sources), 'use.ts': use }
  t.deepEqual(compile(t, files, { noEmit: true }).errors, [])
})

test('--json tells what policies ask for and a client does not do by itself', async (t) => {
  const folder = folderOf(t, { 'orders.wsdl': withPolicy('<x:Odd xmlns:x="urn:x"/>') })
  const to = ['--to', join(folder, 'client'), '--json']
  const { out } = await cli(['import', join(folder, 'orders.wsdl'), '--client', ...to])
  t.like(JSON.parse(out).policies, [{ kind: 'unmet', assertion: '{urn:x}Odd' }])
})
