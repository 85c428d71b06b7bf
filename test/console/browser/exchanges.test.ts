/** Exchanges in a browser: one found by the Message-ID of its mail, over three nodes, with its envelopes. */
import test from 'ava'
import { soap11 } from '../../support/wire/envelopes.js'
import { openBrowser, openPage, picture, visit } from './browser.js'
import { AUDITOR, record, stage } from './stage.js'

test('an exchange is found by the Message-ID of its mail, over three nodes', async (t) => {
  const { chain, mail, reported, console } = await stage(t)
  const id = mail.post(chain.office, 'bus@node0.example', soap11(record('r-1', 'by mail')))
  await chain.quiet()
  await reported(id, ['gateway', 'auditor', 'ledger'])
  // Whichever node is asked: here the one in the middle.
  const { page, wrong } = await openPage(await openBrowser(t), await console(AUDITOR), 'light')
  await visit(page, '#/exchanges')
  await page.keyboard.press('/')
  await page.keyboard.type(id)
  await page.keyboard.press('Enter')
  await page.locator('[data-row]').first().click()
  await page.getByRole('heading', { name: 'Path', exact: true }).waitFor()
  const drawn = (await page.locator('.picture svg').getAttribute('aria-label')) ?? ''
  t.regex(drawn, /gateway by smtp: .*; then auditor by smtp: done; then ledger by http: /)
  const shown = await page.locator('main').innerText()
  t.true(shown.includes(id))
  t.regex(shown, /came to urn:\S+ over smtp at .*, went on to .*, and was processed/)
  await picture(page, 'exchange-light')
  t.deepEqual(wrong, [])
})

test('the envelopes that a node kept are shown indented, and as they came if one asks for it', async (t) => {
  const { chain, ask, reported, console } = await stage(t)
  const id = 'urn:example:one'
  await ask(
    record('r-1', 'kept'),
    `<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">${id}</a:MessageID>`,
  )
  await chain.quiet()
  await reported(id, ['gateway', 'auditor', 'ledger'])
  const { page, wrong } = await openPage(await openBrowser(t), await console(AUDITOR), 'light')
  await visit(page, `#/exchanges/${encodeURIComponent(id)}`)
  const original = page.locator('.xml', { hasText: 'as it came to gateway' })
  await original.waitFor()
  t.regex(await original.locator('pre').innerText(), /\n {6}<l:text>kept<\/l:text>\n/)
  await original.scrollIntoViewIfNeeded()
  await picture(page, 'envelopes-light')
  await original.getByRole('button', { name: 'Not indented' }).click()
  t.regex(await original.locator('pre').innerText(), /<\/l:id><l:text>kept<\/l:text><\/l:Record>/)
  t.true((await page.locator('.xml', { hasText: 'as it came to ledger' }).count()) > 0)
  t.deepEqual(wrong, [])
})
