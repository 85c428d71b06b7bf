/** The board of a queue in Redis, in a browser: reached from the page Queue, under a policy of its own, looking only. */
import { randomUUID } from 'node:crypto'
import test from 'ava'
import { adminNode } from '../../support/nodes/admin-node.js'
import { anyRedis } from '../../support/redis/redis.js'
import { openBrowser, openPage, picture, visit } from './browser.js'

const SCRIPT = '<img src=x onerror=alert(1)>'

test('the page Queue leads to every job, which can be looked at from all sides and not be changed', async (t) => {
  const redis = await anyRedis()
  t.teardown(() => redis.close())
  const prefix = `board-${randomUUID().slice(0, 8)}`
  const node = await adminNode(t, [`queue.url=${redis.url}`, `queue.prefix=${prefix}`])
  const id = await node.deadLetter('<x/>', { operation: `{urn:${SCRIPT}}Add`, to: SCRIPT })
  const { page, wrong } = await openPage(await openBrowser(t), `${node.url}/`, 'light')
  await visit(page, '#/queue')
  await page.getByRole('link', { name: /bull-board/ }).click()
  await page.getByRole('link', { name: 'jobs', exact: true }).click()
  await page.getByText(id).first().click()
  for (const tab of ['Data', 'Options', 'Logs', 'Error']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
  }
  await page.getByText('the ledger is closed').first().waitFor()
  await picture(page, 'board-light')
  for (const name of ['Retry', 'Clean', 'Pause', 'Promote', 'Obliterate', 'Add job']) {
    t.is(await page.getByRole('button', { name }).count(), 0, name)
  }
  t.deepEqual(wrong, [])
})
