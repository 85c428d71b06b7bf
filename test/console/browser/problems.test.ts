/** Problems on top of the first page: what each says, and what can be done about a destination there. */
import test from 'ava'
import type { Page } from 'playwright-core'
import type { ProblemsView } from '../../../src/operate/admin/api.js'
import type { Problem } from '../../../src/operate/problems/problem.js'
import { adminNode } from '../../support/nodes/admin-node.js'
import {
  axeFindings,
  bearing,
  except,
  openBrowser,
  openPage,
  picture,
  unreached,
} from './browser.js'

const NODE = 'urn:example:gateway'

const DOWN: Problem = {
  name: 'destination-down',
  subject: 'partner',
  severity: 'error',
  stopsAcceptance: false,
  shared: false,
  summary: 'partner gets no message: its circuit is open after <b>5</b> failures in a row.',
  remedy: 'Look whether it runs; try it now, or pause it until it does.',
  since: Date.now() - 900_000,
  waiting: 243,
  oldest: 890_000,
  page: '#/topology',
  node: NODE,
}

const FULL: Problem = {
  name: 'disk-full',
  severity: 'error',
  stopsAcceptance: true,
  shared: false,
  summary: 'The disk of stateDir is full.',
  remedy: 'Make room on it.',
  since: Date.now() - 60_000,
  page: '#/queue',
  node: NODE,
}

const DEAD: Problem = {
  name: 'dead-letters',
  subject: 'the order … is closed',
  severity: 'warning',
  stopsAcceptance: false,
  shared: true,
  summary: '3,000 dead letters: the order "7" is closed.',
  remedy: 'Fix the cause, then replay them.',
  since: Date.now() - 5_000,
  page: '#/dead',
  node: NODE,
}

/** Has the node report these. */
async function reporting(page: Page, problems: () => readonly Problem[]): Promise<void> {
  await page.route('**/api/problems', (route) => {
    const view: ProblemsView = { at: Date.now(), problems: problems() }
    return route.fulfill({ json: view })
  })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const look of ['light', 'dark', 'narrow'] as const) {
  test(`each problem says since when, how many wait, what to do and where to look: ${look}`, async (t) => {
    const { url, token } = await adminNode(t)
    const { page, wrong } = await openPage(await openBrowser(t), url, look, bearing(token))
    await reporting(page, () => [FULL, DOWN, DEAD])
    const items = page.getByRole('region', { name: 'Problems' }).getByRole('listitem')
    await items.nth(2).waitFor()
    const [full, down, dead] = await items.allInnerTexts()
    t.regex(full ?? '', /No message is accepted\. The disk of stateDir is full\./)
    t.regex(full ?? '', /Make room on it\./)
    t.regex(down ?? '', /after <b>5<\/b> failures/)
    t.regex(down ?? '', /243 messages waiting, the oldest for 14 min 50 s, at gateway/)
    t.regex(dead ?? '', /at all nodes of the queue/)
    t.is(await items.nth(1).getByRole('link', { name: 'Look' }).getAttribute('href'), '#/topology')
    t.deepEqual(await axeFindings(page), [])
    t.false(await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
    t.deepEqual(await unreached(page), [])
    await picture(page, `problems-${look}`)
    t.deepEqual(wrong, [])
  })
}

test('a destination is tried, paused and resumed there, and the outcome stands beside the button', async (t) => {
  const { url, token } = await adminNode(t)
  const { page, wrong } = await openPage(await openBrowser(t), url, 'light', bearing(token))
  let problem: Problem = DOWN
  const posted: string[] = []
  const outcomes: { status: number; json: object }[] = [
    { status: 200, json: { destination: 'partner', outcome: 'failed', cause: 'ECONNREFUSED' } },
    { status: 200, json: { destination: 'partner', outcome: 'delivered' } },
    { status: 409, json: { error: 'the whole queue is paused: no node takes a job' } },
    { status: 200, json: { destination: 'partner', paused: true } },
    { status: 200, json: { destination: 'partner', paused: false } },
  ]
  await reporting(page, () => [problem])
  await page.route('**/api/destinations/**', (route) => {
    posted.push(new URL(route.request().url()).pathname)
    return route.fulfill(outcomes[posted.length - 1] ?? { status: 500 })
  })
  await button(page, 'Try now: partner').click()
  await page.getByText('Tried: it failed: ECONNREFUSED').waitFor()
  await picture(page, 'problems-tried')
  await button(page, 'Try now: partner').click()
  await page.getByText('Tried: a message was delivered.').waitFor()
  await button(page, 'Pause: partner').click()
  await page.getByText('the whole queue is paused: no node takes a job').waitFor()
  await button(page, 'Pause: partner').click()
  await page.getByText('Paused.', { exact: true }).waitFor()
  problem = { ...DOWN, name: 'destination-paused', severity: 'warning' }
  await button(page, 'Resume: partner').click()
  await page.getByText('Resumed.', { exact: true }).waitFor()
  const path = (action: string) => `/api/destinations/partner/${action}`
  t.deepEqual(posted, ['try', 'try', 'pause', 'pause', 'resume'].map(path))
  t.deepEqual(except(wrong, 409), [])
})

test('while there is no problem one line says so, and a node that gives no list says why', async (t) => {
  const { url, token } = await adminNode(t)
  const { page, wrong } = await openPage(await openBrowser(t), url, 'light', bearing(token))
  await reporting(page, () => [])
  await page.getByText('No problem: the node accepts messages').waitFor()
  t.is(await page.getByRole('button', { name: /^Try now/ }).count(), 0)
  await page.route('**/api/problems', (route) =>
    route.fulfill({ status: 503, json: { error: 'the problems were not looked for yet' } }),
  )
  await page.reload()
  await page.getByRole('alert').getByText('the problems were not looked for yet').waitFor()
  t.deepEqual(except(wrong, 503), [])
})
