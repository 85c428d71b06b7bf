/** Dead letters in a browser: one edited with its diff and replayed, many replayed after a trial, some removed. */
import test from 'ava'
import type { Page } from 'playwright-core'
import { adminNode } from '../../support/nodes/admin-node.js'
import { ask11 } from '../../support/wire/wire.js'
import { bearing, openBrowser, openPage, picture, visit } from './browser.js'
import { DOWN, GATEWAY, LEDGER, stage } from './stage.js'

/** What a letter is chosen by. */
const ONE = /^Choose [0-9a-f-]{36}$/

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const answer = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

test('a dead letter is edited, checked and replayed', async (t) => {
  const { chain, letters, console } = await stage(t)
  await letters('r-2')
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  await visit(page, '#/dead')
  await page.locator('[data-row]').first().click()
  await button(page, 'Edit …').click()
  const editor = page.getByRole('textbox', { name: 'Envelope' })
  const text = await editor.inputValue()
  await editor.fill(text.replace('urn:example:ledger"><l:id>', 'urn:example:ledger"><l:other>'))
  await button(page, 'Check').click()
  await page.getByText('It would be refused.').waitFor()
  t.true(await button(page, 'Replay the edited message').isDisabled())
  await picture(page, 'dead-letter-refused-light')
  await editor.fill(text.replace('>r-2<', '>r-3<'))
  t.regex(await page.locator('.d-removed').innerText(), />r-2</)
  t.regex(await page.locator('.d-added').innerText(), />r-3</)
  await button(page, 'Check').click()
  await page.getByText('It would be accepted.').waitFor()
  await picture(page, 'dead-letter-light')
  await button(page, 'Replay the edited message').click()
  await page.getByText('The edited message is in the queue').waitFor()
  await chain.quiet()
  await visit(page, '#/dead')
  await page.getByText('There is no dead letter.').waitFor()
  t.deepEqual(wrong, [])
})

test('many are replayed after a trial that changes nothing, and removed after another', async (t) => {
  const { chain, letters, console } = await stage(t)
  await letters('r-4', 3)
  const dead = async () => (await (await chain.admin(LEDGER)).stats()).dead
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  await visit(page, '#/dead')
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
  await button(page, 'Replay 3 …').click()
  await page.getByText('3 dead letters: would be run again').waitFor()
  await picture(page, 'replay-light')
  t.is(await dead(), 3)
  await button(page, 'Close').click()
  t.is(await dead(), 3)
  await button(page, 'Replay 3 …').click()
  await answer(page, 'Replay 3').click()
  await page.getByText('3 dead letters: in the queue again').waitFor()
  // They fail as before, for the ledger has the id already.
  await chain.quiet()
  t.is(await dead(), 3)
  await button(page, 'Close').click()
  await page.getByText('3 shown').waitFor()
  await page.getByRole('checkbox', { name: ONE }).nth(0).check()
  await page.getByRole('checkbox', { name: ONE }).nth(1).check()
  await button(page, 'Remove 2 …').click()
  await page.getByText('2 dead letters: would be gone for good').waitFor()
  t.is(await dead(), 3)
  await answer(page, 'Remove 2').click()
  await page.getByText('2 dead letters: removed').waitFor()
  t.is(await dead(), 1)
  await button(page, 'Close').click()
  await page.getByText('1 shown').waitFor()
  t.deepEqual(
    chain.nodes[LEDGER]?.log
      .filter(({ event }) => event === 'action')
      .map(({ action, outcome, count }) => [action, outcome, count]),
    [
      ['login', 'done', undefined],
      ['replay', 'done', 3],
      ['remove', 'done', 2],
    ],
  )
  t.deepEqual(wrong, [])
})

test('what was meant for a partner that is down is a dead letter with each attempt, and can be sent again', async (t) => {
  const { chain, ask, console } = await stage(t)
  await ask('<p:Order xmlns:p="urn:partner"/>')
  await chain.quiet()
  const { page, wrong } = await openPage(await openBrowser(t), await console(GATEWAY), 'light')
  await visit(page, '#/topology')
  await page.locator('td', { hasText: 'ECONNREFUSED' }).waitFor()
  await picture(page, 'partner-down-light')
  await visit(page, '#/dead')
  await page.locator('[data-row]').first().click()
  await page.getByRole('heading', { name: 'Attempts' }).waitFor()
  t.is(await page.getByRole('region', { name: 'Attempts' }).locator('tbody tr').count(), 2)
  await button(page, 'Replay as it is …').click()
  await button(page, 'Replay 1').click()
  await page.getByText('1 dead letter: in the queue again').waitFor()
  await chain.quiet()
  t.deepEqual(wrong, [])
})

test('a group of hundreds is replayed and removed at once, after a preview that changes nothing', async (t) => {
  const partner = { url: DOWN, breaker: { failures: 1, pause: '1h' } }
  const routes = [{ operation: '{urn:partner}*', to: 'partner' }]
  const node = await adminNode(t, [
    'node.uri=urn:example:node',
    `destinations=${JSON.stringify({ partner })}`,
    `routes=${JSON.stringify(routes)}`,
  ])
  const dead = async () => (await node.queue.admin.stats()).dead
  const label = { operation: '{urn:partner}Order', to: DOWN }
  const all = Array.from({ length: 600 }, (_, n) =>
    node.deadLetter('<a/>', label, `order ${n} is closed`),
  )
  await Promise.all([...all, node.deadLetter('<a/>', label, 'out of paper')])
  await ask11(node.soap, '<p:Order xmlns:p="urn:partner"/>')
  const more = bearing(node.token)
  const { page, wrong } = await openPage(await openBrowser(t), node.url, 'light', more)
  await visit(page, '#/dead')
  await page.getByRole('region', { name: 'Dead letters by cause' }).waitFor()
  await picture(page, 'dead-groups-light')
  const group = page.getByRole('row', { name: /^order \d+ is closed 600 / })
  await group.getByRole('link').click()
  await page.getByText('200 match').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('200 shown').waitFor()
  await group.getByRole('button', { name: /^Replay all 600/ }).click()
  await page.getByText('600 dead letters: would be run again').waitFor()
  await page.getByText('partner is still down, its circuit is open').waitFor()
  t.regex(await page.getByRole('dialog').innerText(), /Operations\s+Order urn:partner 600/)
  await picture(page, 'dead-group-preview-light')
  t.is(await dead(), 601)
  await answer(page, 'Close').click()
  t.is(await dead(), 601)
  await group.getByRole('button', { name: /^Remove all 600/ }).click()
  await answer(page, 'Remove 600').click()
  await page.getByText('600 dead letters: removed.').waitFor()
  t.is(await dead(), 1)
  await answer(page, 'Close').click()
  await page.getByText('1 shown').waitFor()
  await page.getByRole('region', { name: 'Dead letters by cause' }).waitFor({ state: 'detached' })
  t.deepEqual(wrong, [])
})
