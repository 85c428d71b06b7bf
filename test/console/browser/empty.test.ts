/** Pages with nothing to show, in a browser: each says what to do next, of the node as it is. */
import test from 'ava'
import { adminNode } from '../../support/nodes/admin-node.js'
import { bearing, except, openBrowser, openPage, visit } from './browser.js'

const BARE = ['journal.enabled=false', 'plugins=[]']

test('a node that keeps no journal, has no plugin and no peer says so, and what can be done', async (t) => {
  const { link } = await adminNode(t, BARE)
  const { page, wrong } = await openPage(await openBrowser(t), link(), 'light')
  for (const [hash, ...texts] of [
    ['#/flow', 'No message came in the last quarter', 'This node keeps no journal.'],
    ['#/exchanges', 'This node keeps no journal.', 'journal.enabled'],
    ['#/exchanges?id=x', 'This node keeps no journal.'],
    ['#/exchanges/x', 'Nothing is known of this id.', 'waybill find'],
    ['#/dead', 'There is no dead letter.', 'waybill dead ls'],
    ['#/dead/x', 'The queue has no such job.', 'Show in the journal'],
    ['#/operations', 'This node has no operation.', 'waybill init'],
    ['#/topology', 'This node sends to nobody.', 'docs/routing.md'],
    ['#/peers', 'No peer is named.', 'security.peers'],
    ['#/queue', 'Nothing is in the queue.', 'Kept in memory: what waits ends with the node.'],
    [
      '#/flow?window=1d',
      'there is the last quarter of an hour only',
      'No message came in the last quarter',
    ],
    [
      '#/node',
      'This node keeps no journal.',
      'The configuration names no certificate of this node.',
    ],
    ['#/nothing', 'There is no such page.'],
  ] as const) {
    await visit(page, hash)
    for (const sentence of texts) await page.getByText(sentence).first().waitFor()
  }
  t.deepEqual(except(wrong, 404), [])
})

test('a node with a journal asks for a first message', async (t) => {
  const { url, token } = await adminNode(t)
  const { page, wrong } = await openPage(await openBrowser(t), url, 'light', bearing(token))
  await visit(page, '#/exchanges')
  await page.getByText('No exchange was kept yet.').waitFor()
  await visit(page, '#/exchanges?operation=Nothing')
  await page.getByText('Nothing kept matches.').waitFor()
  t.deepEqual(wrong, [])
})
