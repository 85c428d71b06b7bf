/** Jobs of every state in a browser: reached from the page Queue, a page at a time, by keys and on a phone. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { LISTED_STATES } from '../../../src/store/queue/listing.js'
import { forwardOf, jobOf, planOf, until } from '../../support/jobs.js'
import { type AdminNode, adminNode } from '../../support/nodes/admin-node.js'
import { anyRedis } from '../../support/redis/redis.js'
import {
  axeFindings,
  LOOKS,
  type Look,
  made,
  openBrowser,
  openPage,
  picture,
  unreached,
  visit,
} from './browser.js'
import { SCRIPT } from './stage.js'

const HOUR = 3_600_000
const TITLES = {
  waiting: 'Waiting',
  delayed: 'Delayed',
  suspended: 'Suspended',
  running: 'Running',
  done: 'Done',
  dead: 'Dead letters',
} as const

async function onRedis(t: ExecutionContext): Promise<AdminNode> {
  const redis = await anyRedis()
  t.teardown(() => redis.close())
  const prefix = `jobs-${randomUUID().slice(0, 8)}`
  return adminNode(t, [`queue.url=${redis.url}`, `queue.prefix=${prefix}`])
}

/** Leaves two jobs of each state but `waiting`, and then 60 of that one. */
async function fill(node: AdminNode): Promise<void> {
  const { queue, runs, deadLetter } = node
  const label = {
    operation: '{urn:example:orders:2026}PlaceOrder',
    to: 'https://partner.example/soap/orders',
    sender: 'CN=Warehouse North, O=Example',
  }
  const later = planOf({ attempts: 3, delay: HOUR, maxDelay: HOUR })
  for (const number of [1, 2]) {
    await deadLetter('<x/>', label, 'https://partner.example/soap cannot be reached (ECONNREFUSED)')
    await queue.add(jobOf({ label: { operation: label.operation } }), planOf())
    const delayed = forwardOf({ id: randomUUID(), label, destination: 'partner' })
    runs(delayed.id, async () => {
      throw new Error('https://partner.example/soap answered 503 (Service Unavailable)')
    })
    await queue.add(delayed, later)
    const suspended = forwardOf({ id: randomUUID(), label, awaits: `${number}` })
    runs(suspended.id, async () => ({ kind: 'suspended', until: Date.now() + 24 * HOUR }))
    await queue.add(suspended, later)
  }
  await until(async () => {
    const { done, delayed, suspended } = await queue.admin.stats()
    return done === 2 && delayed === 2 && suspended === 2
  })
  for (const number of [1, 2]) {
    const running = jobOf({ label: { ...label, sender: `192.0.2.${number}` } })
    runs(running.id, () => new Promise(() => undefined))
    await queue.add(running, planOf())
  }
  await until(async () => (await queue.admin.stats()).running === 2)
  for (let number = 0; number < 60; number++) {
    await queue.add(jobOf({ id: `waits-${String(number).padStart(2, '0')}`, label }), planOf())
  }
}

for (const [kind, open] of [
  ['embedded', (t: ExecutionContext) => adminNode(t, ['queue={}'])],
  ['redis', onRedis],
] as const) {
  test(`${kind}: each state is reached from the page Queue, and its pages lead on`, async (t) => {
    const node = await open(t)
    await fill(node)
    const { page, wrong } = await openPage(await openBrowser(t), node.link(), 'light')
    await visit(page, '#/queue')
    await page.locator('.tile').getByRole('link', { name: 'Delayed' }).click()
    await page.getByText('answered 503').first().waitFor()
    const tabs = page.getByRole('navigation', { name: 'Jobs by state' })
    for (const state of LISTED_STATES) {
      const count = state === 'waiting' ? 60 : 2
      await tabs.getByRole('link', { name: `${TITLES[state]} ${count}`, exact: true }).click()
      await tabs.locator('[aria-current]', { hasText: TITLES[state] }).waitFor()
      await page.locator('main:not(:has([aria-busy]))').waitFor()
      await page.locator('[data-row]').first().waitFor()
      t.is(await page.locator('[data-row]').count(), Math.min(count, 50), state)
      t.is(await tabs.locator('[aria-current]').innerText(), `${TITLES[state]} ${count}`)
    }
    await tabs.getByRole('link', { name: 'Waiting' }).click()
    await page.getByText('waits-00').waitFor()
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByText('waits-50').waitFor()
    t.is(await page.locator('[data-row]').count(), 10)
    t.is(await page.getByRole('link', { name: 'Next page' }).count(), 0)
    await page.goBack()
    await page.getByText('waits-49').waitFor()
    await page.goForward()
    await page.getByRole('link', { name: 'First page' }).click()
    await page.getByText('waits-00').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/exchanges\/waits-01$/)
    await page.goBack()
    await tabs.getByRole('link', { name: 'Dead letters' }).click()
    await page.getByText('ECONNREFUSED').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Attempts' }).waitFor()
    await page.goBack()
    await page.getByText('ECONNREFUSED').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('The queue runs.').waitFor()
    t.deepEqual(wrong, [])
  })
}

for (const look of Object.keys(LOOKS) as Look[]) {
  test(`axe finds nothing serious, Tab reaches all, nothing scrolls sideways: ${look}`, async (t) => {
    const node = await adminNode(t)
    await fill(node)
    const { page, wrong } = await openPage(await openBrowser(t), node.link(), look)
    for (const state of LISTED_STATES) {
      await visit(page, `#/queue/jobs?state=${state}`)
      await page.locator('[data-row]').first().waitFor()
      t.deepEqual(await axeFindings(page), [], state)
      t.false(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        `${state} scrolls sideways`,
      )
      await picture(page, `jobs-${state}-${look}`)
      t.deepEqual(await unreached(page), [], state)
    }
    await visit(page, '#/queue')
    await picture(page, `jobs-queue-${look}`)
    t.deepEqual(wrong, [])
  })
}

test('what a peer wrote is text, and a state that there is not is none of its own', async (t) => {
  const node = await adminNode(t)
  const label = { operation: `{urn:${SCRIPT}}Add`, to: SCRIPT, sender: SCRIPT }
  await node.deadLetter('<x/>', label, `"><script>alert(1)</script>${SCRIPT}`)
  const { page, wrong } = await openPage(await openBrowser(t), node.link(), 'light')
  await visit(page, '#/queue/jobs?state=dead')
  await page.locator('[data-row]').waitFor()
  await page.getByText('<script>alert(1)</script>').waitFor()
  t.deepEqual(await made(page), [])
  await visit(page, `#/queue/jobs?state=${encodeURIComponent(SCRIPT)}`)
  await page.getByText('No job waits.').waitFor()
  await visit(page, '#/queue/jobs?state=dead&after=0.1.none')
  await page.getByText('No job is left on this page.').waitFor()
  await page.getByRole('link', { name: 'First page' }).click()
  await page.locator('[data-row]').waitFor()
  t.deepEqual(wrong, [])
})
