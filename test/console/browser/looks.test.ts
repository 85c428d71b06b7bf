/** Every page and every detail of the console, light, dark and narrow: for everybody, by keyboard alone, in one piece. */
import test from 'ava'
import type { Page } from 'playwright-core'
import {
  axeFindings,
  LOOKS,
  type Look,
  openBrowser,
  openPage,
  picture,
  unreached,
  visit,
} from './browser.js'
import { add, GATEWAY, record, stage } from './stage.js'

const ID = 'urn:example:looked-at'
const MESSAGE_ID = `<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">${ID}</a:MessageID>`
/** A link to one dead letter, and not to a group of them. */
const LETTER = '[data-row][href*="/dead/"]'
const ADD = encodeURIComponent('{urn:example:calculator}Add')

interface Sight {
  readonly name: string
  readonly screen: string
  /** What is done there before it is looked at. */
  readonly does?: (page: Page) => Promise<void>
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

async function edit(page: Page): Promise<void> {
  await page.locator(LETTER).first().click()
  await press('Edit …')(page)
  const editor = page.getByRole('textbox', { name: 'Envelope' })
  await editor.fill((await editor.inputValue()).replace('Order', 'Offer'))
  await press('Check')(page)
  await page.getByText(/It would be/).waitFor()
}

async function call(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^a\b/ }).fill('2')
  await page.getByRole('textbox', { name: /^b\b/ }).fill('40')
  await page.getByText('Header blocks', { exact: true }).click()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByText('status 200').waitFor()
}

async function choose(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Choose [0-9a-f-]{36}$/ })
    .first()
    .check()
  await press('Replay 1 …')(page)
  await page.getByText('would be run again').waitFor()
}

/** Opens the first conversation that has several entries. */
async function openOne(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^\d+ entries$/ })
    .first()
    .click()
  await page.locator('tr.within').first().waitFor()
}

/** A dialog is left before the next sight. */
const SIGHTS: readonly Sight[] = [
  { name: 'flow', screen: '#/flow' },
  { name: 'exchanges', screen: '#/exchanges' },
  { name: 'exchanges-open', screen: '#/exchanges?operation=Record', does: openOne },
  { name: 'causes', screen: '#/exchanges?by=cause' },
  { name: 'exchanges-none', screen: '#/exchanges?id=nothing' },
  { name: 'exchange', screen: `#/exchanges/${encodeURIComponent(ID)}` },
  { name: 'exchange-none', screen: '#/exchanges/nothing' },
  { name: 'dead', screen: '#/dead' },
  {
    name: 'dead-letter',
    screen: '#/dead',
    does: (page) => page.locator(LETTER).first().click(),
  },
  { name: 'dead-group-replay', screen: '#/dead', does: press('Replay all') },
  { name: 'dead-letter-edit', screen: '#/dead?since=1d', does: edit },
  { name: 'dead-letter-replay', screen: '#/dead', does: choose },
  { name: 'operations', screen: '#/operations' },
  { name: 'operation', screen: `#/operations/${ADD}` },
  { name: 'operation-called', screen: `#/operations/${ADD}?called`, does: call },
  { name: 'topology', screen: '#/topology' },
  { name: 'peers', screen: '#/peers' },
  { name: 'queue', screen: '#/queue' },
  { name: 'queue-jobs', screen: '#/queue/jobs?state=dead' },
  { name: 'queue-pause', screen: '#/queue', does: press('Pause …') },
  { name: 'node', screen: '#/node?which=all' },
  { name: 'flow-week', screen: '#/flow?window=1w' },
  { name: 'keys', screen: '#/topology', does: press('Keys') },
  { name: 'no-page', screen: '#/no-page' },
]

for (const look of Object.keys(LOOKS) as Look[]) {
  test(`axe finds nothing serious, Tab reaches all, nothing scrolls sideways or fails: ${look}`, async (t) => {
    const { chain, ask, reported, console } = await stage(t)
    for (let number = 0; number < 30; number++) await ask(add(String(number), '1'))
    await ask(add('1', 'x'))
    await ask(record('r-4', 'one'), MESSAGE_ID)
    await ask('<p:Order xmlns:p="urn:partner"/>')
    await ask('<p:Order xmlns:p="urn:partner"/>')
    await chain.quiet()
    await reported(ID, ['gateway', 'auditor', 'ledger'])
    const { page, wrong } = await openPage(await openBrowser(t), await console(GATEWAY), look)
    for (const { name, screen, does } of SIGHTS) {
      await visit(page, screen)
      await does?.(page)
      await page.locator('main:not(:has([aria-busy]))').waitFor()
      t.deepEqual(await axeFindings(page), [], name)
      t.false(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        `${name} scrolls sideways`,
      )
      await picture(page, `${name}-${look}`)
      if (await page.locator('dialog[open]').isVisible()) await page.keyboard.press('Escape')
      else t.deepEqual(await unreached(page), [], name)
    }
    t.deepEqual(wrong, [])
  })
}
