/** The console by keys alone: from the first page to a dead letter, and its replay. */
import test from 'ava'
import { openBrowser, openPage } from './browser.js'
import { LEDGER, stage } from './stage.js'

test('a dead letter is found and replayed by keys alone', async (t) => {
  const { letters, console } = await stage(t)
  await letters('r-5')
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  await page.getByRole('heading', { name: 'Flow', level: 1 }).waitFor()
  await page.keyboard.press('3')
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('recorded already')
  await page.keyboard.press('Enter')
  await page.getByText('1 match').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Attempts' }).waitFor()
  const focused = page.locator(':focus')
  for (let steps = 0; steps < 10; steps++) {
    await page.keyboard.press('Tab')
    if ((await focused.innerText()) === 'Replay as it is …') break
  }
  t.is(await focused.innerText(), 'Replay as it is …')
  await page.keyboard.press('Enter')
  await page.getByText('would be run again').waitFor()
  await page.getByRole('button', { name: 'Replay 1' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('in the queue again').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Dead letters' }).waitFor()
  t.deepEqual(wrong, [])
})

test('every page has its digit, and a question mark tells all keys', async (t) => {
  const { console } = await stage(t)
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  const titles = [
    'Flow',
    'Exchanges',
    'Dead letters',
    'Operations',
    'Topology',
    'Peers',
    'Queue',
    'Node',
  ]
  for (const [index, title] of titles.entries()) {
    await page.keyboard.press(String(index + 1))
    await page.getByRole('heading', { name: new RegExp(`^${title}`), level: 1 }).waitFor()
  }
  await page.keyboard.press('?')
  await page.getByText('next and previous line of a list').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('next and previous line of a list').waitFor({ state: 'detached' })
  t.deepEqual(wrong, [])
})
