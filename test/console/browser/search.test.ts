/** The search for exchanges in a browser: each field is in the URL, and however much is found, it can be gone through. */
import test from 'ava'
import { until } from '../../support/jobs.js'
import { exchangeOf, jobSettled } from '../../support/journal.js'
import { adminNode } from '../../support/nodes/admin-node.js'
import { bearing, openBrowser, openPage, visit } from './browser.js'

const ALL = 12_000

test('of thousands of lines only those exist that are seen, and End leads to the last', async (t) => {
  const { url, token, parts } = await adminNode(t)
  for (let n = 0; n < ALL; n += 1) parts.journal.record(exchangeOf({ exchange: `number-${n}` }))
  await until(async () => (await parts.journal.stats()).entries === ALL)
  const { page, wrong } = await openPage(await openBrowser(t), url, 'light', bearing(token))
  await visit(page, '#/exchanges')
  const rows = page.locator('.virtual tbody tr')
  const oldest = page.locator('a[href="#/exchanges/number-0"]')
  await page.locator('[data-row]').first().waitFor()
  await page.locator('.virtual').focus()
  while ((await oldest.count()) === 0) {
    await page.keyboard.press('End')
    t.true((await rows.count()) < 100)
  }
  await oldest.waitFor()
  t.is(await page.locator('table.entries').getAttribute('aria-rowcount'), `${ALL + 1}`)
  // The browser may still be on the way to the end, and leaves a key out then.
  const newest = page.locator(`a[href="#/exchanges/number-${ALL - 1}"]`)
  while ((await newest.count()) === 0) await page.keyboard.press('Home')
  await newest.waitFor()
  t.deepEqual(wrong, [])
})

test('each field asks for what it says, and the URL alone asks for the same', async (t) => {
  const { link, parts } = await adminNode(t)
  const all = [
    exchangeOf({
      exchange: 'wanted',
      destination: 'ledger',
      peer: '192.0.2.9',
      cause: 'it is closed',
      keys: [
        { name: 'mrn', value: '24DE 1' },
        { name: 'card', hash: 'c2VjcmV0' },
      ],
    }),
    exchangeOf({ exchange: 'other', destination: 'bank', peer: '192.0.2.8', transport: 'smtp' }),
  ]
  for (const one of all) parts.journal.record(one)
  await until(async () => (await parts.journal.stats()).entries === all.length)
  const { page, wrong } = await openPage(await openBrowser(t), link(), 'light')
  const found = async (count: number) => {
    await page.getByText(`${count} found`).waitFor()
    return page
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('href')))
  }
  const first = (hrefs: readonly (string | null)[]) =>
    hrefs.map((href) => href?.replace(/\?.*/, ''))
  for (const [name, label, text] of [
    ['to', 'To', 'LEDG'],
    ['peer', 'From', '192.0.2.9'],
    ['cause', 'Cause', 'closed'],
    ['transport', 'Transport', 'http'],
    ['id', 'Id or key', 'wanted'],
  ] as const) {
    await visit(page, '#/exchanges?event=exchange')
    await found(2)
    await page.getByLabel(label, { exact: true }).fill(text)
    t.deepEqual(first(await found(1)), ['#/exchanges/wanted'], label)
    t.is(new URL(page.url()).hash, `#/exchanges?event=exchange&${name}=${text}`)
    await page.reload()
    t.deepEqual(first(await found(1)), ['#/exchanges/wanted'], label)
    t.is(await page.getByLabel(label, { exact: true }).inputValue(), text)
  }
  await visit(page, '#/exchanges')
  await page.getByLabel('Id or key', { exact: true }).fill('mrn:24DE 1')
  t.deepEqual(first(await found(1)), ['#/exchanges/wanted'])
  await page.getByText('1 found by business key').waitFor()
  await page.getByRole('cell', { name: 'mrn=24DE 1, card=(hidden)' }).waitFor()
  await page.locator('[data-row]').click()
  await page.getByRole('link', { name: '24DE 1', exact: true }).click()
  t.deepEqual(first(await found(1)), ['#/exchanges/wanted'])
  t.false((await page.content()).includes('c2VjcmV0'))
  await visit(page, '#/exchanges?node=urn:nobody')
  await page.getByText('Nothing kept matches.').waitFor()
  await visit(page, '#/exchanges?colour=red')
  await page.getByRole('alert').getByText('colour').waitFor()
  t.deepEqual(
    wrong.filter((line) => !/400 \(Bad Request\)/.test(line)),
    [],
  )
})

test('a conversation is one line, which opens to its entries and closes again', async (t) => {
  const { url, token, parts } = await adminNode(t)
  const trace = '0123456789abcdef0123456789abcdef'
  const events = [
    exchangeOf({ exchange: 'one', traceId: trace, outcome: 'accepted', sender: 'a partner' }),
    jobSettled({ exchange: 'one', traceId: trace, outcome: 'retry', cause: 'not reached' }),
    jobSettled({ exchange: 'two', traceId: trace, outcome: 'dead', cause: 'order 7 is closed' }),
    exchangeOf({ exchange: 'three', outcome: 'fault', code: 'Client', cause: 'order 8 is closed' }),
    exchangeOf({ exchange: 'four', outcome: 'fault', code: 'Client', cause: 'order 9 is closed' }),
  ]
  for (const one of events) parts.journal.record(one)
  await until(async () => (await parts.journal.stats()).entries === events.length)
  const { page, wrong } = await openPage(await openBrowser(t), url, 'light', bearing(token))
  await visit(page, '#/exchanges')
  await page.getByText('5 found').waitFor()
  const rows = page.locator('.virtual tbody tr.entry')
  t.is(await rows.count(), 3)
  const turn = page.getByRole('button', { name: '3 entries' })
  t.is(await turn.getAttribute('aria-expanded'), 'false')
  t.regex(await rows.nth(2).innerText(), /dead letter[\s\S]*a partner[\s\S]*order 7 is closed/)
  await turn.focus()
  await page.keyboard.press('Enter')
  t.is(await turn.getAttribute('aria-expanded'), 'true')
  t.is(await rows.count(), 6)
  t.is(await page.locator('tr.within').count(), 3)
  await page.keyboard.press('Enter')
  t.is(await rows.count(), 3)
  await page.getByRole('link', { name: 'Failures by cause' }).click()
  const causes = page.getByRole('region', { name: 'Failures by cause' }).locator('tbody tr')
  await causes.first().waitFor()
  const texts = (await causes.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  t.is(texts.length, 3)
  t.regex(texts[0] ?? '', /^order 9 is closed 2 . client /)
  t.true(texts.some((text) => /^order 7 is closed 1 . server /.test(text)))
  await causes.first().getByRole('link').click()
  await page.getByText('3 found').waitFor()
  t.deepEqual(wrong, [])
})
