/** A call from a form in a browser, in both versions of SOAP and with header blocks. */
import test from 'ava'
import { openBrowser, openPage, picture, visit } from './browser.js'
import { GATEWAY, stage } from './stage.js'

test('a call is sent from a form, in both versions and with header blocks', async (t) => {
  const { console } = await stage(t)
  const { page, wrong } = await openPage(await openBrowser(t), await console(GATEWAY), 'light')
  await visit(page, '#/operations')
  await page.getByRole('link', { name: 'Add urn:example:calculator' }).click()
  await page.getByRole('textbox', { name: /^a\b/ }).fill('2')
  await page.getByRole('textbox', { name: /^b\b/ }).fill('40')
  const answered = page.locator('.answered')
  const answer = answered.locator('.xml', { hasText: 'Answer' })
  for (const [soap, namespace] of [
    ['1.1', 'http://schemas.xmlsoap.org/soap/envelope/'],
    ['1.2', 'http://www.w3.org/2003/05/soap-envelope'],
  ] as const) {
    await page.getByRole('combobox', { name: 'SOAP' }).selectOption(soap)
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await answer.getByText(namespace).waitFor()
    t.regex(await answered.innerText(), /status 200/)
    t.regex(await answer.innerText(), />42</)
  }
  await page.getByText('Header blocks', { exact: true }).click()
  await page.getByRole('button', { name: 'Add WS-Addressing' }).click()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await answer.getByText('RelatesTo').first().waitFor()
  await page.getByText('The same call as curl, as waybill call, as a mail').click()
  const same = await answered.innerText()
  for (const text of ['curl -sS', 'waybill call', 'Message-ID:']) t.true(same.includes(text), text)
  await picture(page, 'call-light')
  t.deepEqual(wrong, [])
})

test('a call that is refused shows its fault, and leads to its way', async (t) => {
  const { console } = await stage(t)
  const { page, wrong } = await openPage(await openBrowser(t), await console(GATEWAY), 'light')
  await visit(page, `#/operations/${encodeURIComponent('{urn:example:calculator}Add')}`)
  await page.getByRole('textbox', { name: /^a\b/ }).fill('two')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByText('status 500').waitFor()
  t.regex(await page.locator('.answered').innerText(), /faultcode/)
  await page.getByRole('link', { name: 'its way' }).click()
  await page.getByRole('heading', { name: 'Path' }).waitFor()
  t.deepEqual(wrong, [])
})
