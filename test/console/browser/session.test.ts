/** Who may use the console, in a browser: login, logout, and an operator who may only look. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { adminNode } from '../../support/nodes/admin-node.js'
import { axeFindings, except, openBrowser, openPage, picture, visit } from './browser.js'
import { changesNothing } from './rights.js'
import { AUDITOR, GATEWAY, LEDGER, stage } from './stage.js'

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const OPERATORS = {
  operators: {
    anna: { may: 'change', password: hash('secret') },
    reader: { may: 'look', token: hash('look') },
  },
}

test('the console lets in by token and by password, not by a wrong one, and lets out again', async (t) => {
  const { console, chain } = await stage(t, { admin: OPERATORS })
  const { page, wrong } = await openPage(await openBrowser(t), await console(GATEWAY), 'light')
  const enter = page.getByRole('button', { name: 'Log in' })
  await enter.waitFor()
  t.deepEqual(wrong, [], 'nothing is asked in vain')
  t.true(await enter.isDisabled())
  t.deepEqual(await axeFindings(page), [])
  await picture(page, 'login-light')
  await page.getByLabel('Token').fill('guessed')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The login was refused.').waitFor()
  await page.getByLabel('Token').fill('look')
  await enter.click()
  await page.getByRole('heading', { name: 'Flow' }).waitFor()
  t.regex(await page.locator('.session').innerText(), /^reader may look/)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('User').fill('anna')
  await page.getByLabel('Password').fill('secret')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Flow' }).waitFor()
  t.regex(await page.locator('.session').innerText(), /^anna/)
  await picture(page, 'logged-in-light')
  const reported = chain.nodes[GATEWAY]?.log.filter(({ event }) => event === 'action') ?? []
  t.deepEqual(
    reported.map(({ action, outcome, who, by }) => [action, outcome, who, by]),
    [
      ['login', 'refused', 'a token', 'token'],
      ['login', 'done', 'reader', 'token'],
      ['logout', 'done', 'reader', 'token'],
      ['login', 'done', 'anna', 'password'],
    ],
  )
  t.deepEqual(except(wrong, 401), [])
})

test('a session that ended elsewhere leads to the login, and from there back to the same place', async (t) => {
  const { console } = await stage(t, { admin: OPERATORS })
  const { page, wrong } = await openPage(await openBrowser(t), await console(AUDITOR), 'light')
  const log = async () => {
    await page.getByLabel('Token').fill('look')
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await log()
  await visit(page, '#/queue')
  const other = await page.context().newPage()
  await other.goto(await console(AUDITOR))
  await other.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Log in to this node.').waitFor()
  await log()
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
  t.deepEqual(except(wrong, 401), [])
})

test('who may only look is offered nothing that changes, and the API refuses it', async (t) => {
  const { console, chain, letters } = await stage(t, { admin: OPERATORS })
  await letters('r-1')
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  await page.getByLabel('Token').fill('look')
  await page.getByRole('button', { name: 'Log in' }).click()
  await changesNothing(t, page, chain.nodes[LEDGER]?.url ?? '', { authorization: 'Bearer look' })
  t.deepEqual(except(wrong, 401, 403), [])
})

test('a link logs in once, and leaves nothing of itself in the browser', async (t) => {
  const node = await adminNode(t)
  const link = node.link()
  const browser = await openBrowser(t)
  const { page, wrong } = await openPage(browser, link, 'light')
  await page.getByRole('heading', { name: 'Flow' }).waitFor()
  t.false(page.url().includes('login'))
  const kept = await page.evaluate(
    `[document.referrer, document.cookie, ...performance.getEntries().map(({ name }) => name)].join(' ')`,
  )
  t.false(String(kept).includes('code='))
  t.deepEqual(wrong, [])
  const other = await openPage(browser, link, 'light')
  await other.page.getByText('waybill console', { exact: true }).waitFor()
  t.deepEqual(await axeFindings(other.page), [])
  await picture(other.page, 'login-link-light')
})
