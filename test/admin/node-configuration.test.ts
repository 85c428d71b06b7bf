/** The configuration in effect, as the page of the node gets it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { ConfigurationView } from '../../src/operate/admin/api.js'
import { folderOf } from '../support/folder.js'
import { adminNode, viewOf } from '../support/nodes/admin-node.js'

test('what names a secret is shown in its place, and a secret itself is masked', async (t) => {
  const file = join(folderOf(t, {}), 'token')
  writeFileSync(file, 'token-of-the-bank\n')
  const bank = { url: 'https://bank.example/', token: `file:${file}` }
  const shop = { url: 'https://shop.example/', token: 'token-of-the-shop' }
  const node = await adminNode(t, [`destinations=${JSON.stringify({ bank, shop })}`])
  const answer = await (await node.get('/api/node/configuration')).text()
  t.notRegex(answer, /token-of-the/)
  const { keys } = await viewOf<ConfigurationView>(node.get('/api/node/configuration'))
  const shownFor = (name: string) => keys.find(({ key }) => key === name)?.value
  t.is(shownFor('destinations.bank.token'), `file:${file}`)
  t.is(shownFor('destinations.shop.token'), '***')
})
