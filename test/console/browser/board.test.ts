/** The board of a queue in Redis, in a browser: reached from the page Queue, under a policy of its own, looking only. */
import { randomUUID } from 'node:crypto'
import test from 'ava'
import type { Page } from 'playwright-core'
import { adminNode } from '../../support/nodes/admin-node.js'
import { anyRedis } from '../../support/redis/redis.js'
import { axeFindings, openBrowser, openPage, picture, visit } from './browser.js'
import { SCRIPT } from './stage.js'

/** As a fault of a partner may say it. */
const REASON = `"><script>alert(1)</script>${SCRIPT}`
/** What axe finds serious in the page of bull-board itself, as docs/console.md says. */
const KNOWN = ['button-name', 'color-contrast', 'svg-img-alt']

async function rules(page: Page): Promise<readonly string[]> {
  return (await axeFindings(page)).map((finding) => finding.replace(/:.*/s, ''))
}

test('the page Queue leads to every job, which can be looked at from all sides and not be changed', async (t) => {
  const redis = await anyRedis()
  t.teardown(() => redis.close())
  const prefix = `board-${randomUUID().slice(0, 8)}`
  const node = await adminNode(t, [`queue.url=${redis.url}`, `queue.prefix=${prefix}`])
  const id = await node.deadLetter('<x/>', { operation: `{urn:${SCRIPT}}Add`, to: SCRIPT }, REASON)
  const { page, wrong } = await openPage(await openBrowser(t), node.link(), 'light')
  await visit(page, '#/queue')
  await page.getByRole('link', { name: /bull-board/ }).click()
  await page.getByRole('link', { name: 'jobs', exact: true }).waitFor()
  t.deepEqual(await rules(page), KNOWN)
  await page.getByRole('link', { name: 'jobs', exact: true }).click()
  await page.getByText(id).first().waitFor()
  await page.getByText(id).first().click()
  for (const tab of ['Data', 'Options', 'Logs', 'Error']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
  }
  await page.getByText(REASON).first().waitFor()
  t.is(await page.locator('[onerror]').count(), 0)
  t.deepEqual(await rules(page), KNOWN)
  await picture(page, 'board-light')
  for (const name of ['Retry', 'Clean', 'Pause', 'Promote', 'Obliterate', 'Add job']) {
    t.is(await page.getByRole('button', { name }).count(), 0, name)
  }
  t.deepEqual(wrong, [])
})
