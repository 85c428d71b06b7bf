/** The queue in a browser: paused and resumed, after a question, and told who did it. */
import test from 'ava'
import { openBrowser, openPage, picture, visit } from './browser.js'
import { LEDGER, record, stage } from './stage.js'

test('the queue is paused after a question, keeps what comes, and is resumed', async (t) => {
  const { chain, ask, console } = await stage(t)
  const queue = await chain.admin(LEDGER)
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  await visit(page, '#/queue')
  await page.getByRole('button', { name: 'Pause …' }).click()
  await page.getByRole('heading', { name: 'Pause the queue?' }).waitFor()
  await picture(page, 'pause-light')
  await page.keyboard.press('Escape')
  t.false((await queue.stats()).paused)
  await page.getByRole('button', { name: 'Pause …' }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('The queue is paused: no node takes jobs.').waitFor()
  t.true((await queue.stats()).paused)
  await ask(record('r-1', 'waits'))
  const waiting = page.locator('.tile', { hasText: 'Waiting' })
  await waiting.getByText('1', { exact: true }).waitFor()
  await picture(page, 'paused-light')
  await visit(page, '#/flow')
  await page.getByText(/The queue is paused: messages are accepted/).waitFor()
  await visit(page, '#/queue')
  await page.getByRole('button', { name: 'Resume …' }).click()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByText('The queue runs.').waitFor()
  await chain.quiet()
  t.like(await queue.stats(), { paused: false, waiting: 0 })
  t.deepEqual(
    chain.nodes[LEDGER]?.log
      .filter(({ event }) => event === 'action')
      .map(({ action, outcome, who, by }) => [action, outcome, who, by]),
    [
      ['login', 'done', 'stateDir/admin.token', 'token'],
      ['pause', 'done', 'stateDir/admin.token', 'token'],
      ['resume', 'done', 'stateDir/admin.token', 'token'],
    ],
  )
  t.deepEqual(wrong, [])
})
