/** The console in a browser, against three nodes with real traffic over HTTP, by mail and through queues. */
import test from 'ava'
import { soap11 } from '../../support/wire/envelopes.js'
import { axeFindings, LOOKS, type Look, openBrowser, openPage, picture, visit } from './browser.js'
import { add, GATEWAY, LEDGER, record, SCRIPT, stage } from './stage.js'

const PAGES = ['flow', 'exchanges', 'dead', 'operations', 'topology', 'peers', 'queue']
const HOSTILE = SCRIPT.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const MESSAGE_ID = `<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:x:${HOSTILE}</a:MessageID>`

test('an exchange is found by the Message-ID of its mail, over three nodes', async (t) => {
  const { chain, mail, console } = await stage(t)
  const id = mail.post(chain.office, 'bus@node1.example', soap11(record('r-1', 'by mail')))
  await chain.quiet()
  const { page, wrong } = await openPage(await openBrowser(t), await console(GATEWAY), 'light')
  await visit(page, '#/exchanges')
  await page.keyboard.press('/')
  await page.keyboard.type(id)
  await page.keyboard.press('Enter')
  await page.locator('[data-row]').first().click()
  await page.getByRole('heading', { name: 'Way' }).waitFor()
  const drawn = (await page.locator('.picture svg').getAttribute('aria-label')) ?? ''
  t.regex(drawn, /auditor by smtp: done; then ledger by http: /)
  t.true((await page.locator('main').innerText()).includes(id))
  await picture(page, 'exchange-light')
  t.deepEqual(wrong, [])
})

test('a dead letter is edited, checked and replayed', async (t) => {
  const { chain, ask, console } = await stage(t)
  await ask(record('r-2', 'one'))
  await chain.quiet()
  await ask(record('r-2', 'another'))
  await chain.quiet()
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  await visit(page, '#/dead')
  await page.locator('[data-row]').first().click()
  await page.getByRole('button', { name: 'Edit …' }).click()
  const editor = page.getByRole('textbox', { name: 'Envelope' })
  const text = await editor.inputValue()
  await editor.fill(text.replace('>r-2<', '>r-3<'))
  t.regex(await page.locator('.d-added').innerText(), />r-3</)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('It would be accepted.').waitFor()
  await picture(page, 'dead-letter-light')
  await page.getByRole('button', { name: 'Replay the edited message' }).click()
  await page.getByText('The edited message is in the queue').waitFor()
  await chain.quiet()
  await visit(page, '#/dead')
  await page.getByText('There is no dead letter.').waitFor()
  t.deepEqual(wrong, [])
})

test('a call is sent from a form', async (t) => {
  const { console } = await stage(t)
  const { page, wrong } = await openPage(await openBrowser(t), await console(GATEWAY), 'light')
  await visit(page, '#/operations')
  await page.getByRole('link', { name: 'Add urn:example:calculator' }).click()
  await page.getByRole('textbox', { name: /^a\b/ }).fill('2')
  await page.getByRole('textbox', { name: /^b\b/ }).fill('40')
  await page.getByRole('button', { name: 'Call' }).click()
  await page.getByText('status 200').waitFor()
  t.regex(await page.locator('.answered').innerText(), />42</)
  await picture(page, 'call-light')
  t.deepEqual(wrong, [])
})

test('whatever a peer writes is shown as text', async (t) => {
  const { chain, ask, console } = await stage(t)
  await ask(add('1', HOSTILE), MESSAGE_ID)
  const unknown = () => ask(`<x:Unknown xmlns:x="urn:${HOSTILE}"/>`)
  await unknown()
  for (const text of [HOSTILE, 'another']) {
    await ask(record(HOSTILE, text))
    await chain.quiet()
  }
  const browser = await openBrowser(t)
  for (const [index, places] of [
    [GATEWAY, ['#/flow', '#/exchanges', `#/exchanges/${encodeURIComponent(`urn:x:${SCRIPT}`)}`]],
    [LEDGER, ['#/exchanges']],
  ] as const) {
    const { page, wrong } = await openPage(browser, await console(index), 'light')
    for (const place of places) {
      await visit(page, place)
      // What happens right now is told on the first page.
      if (place === '#/flow') await unknown()
      await page.getByText(SCRIPT).first().waitFor({ state: 'attached' })
      t.is(await page.locator('img').count(), 0)
    }
    if (index === LEDGER) {
      await visit(page, '#/dead')
      await page.locator('[data-row]').first().click()
      await page.locator('.xml').getByText(HOSTILE).first().waitFor()
      t.is(await page.locator('img').count(), 0)
    }
    t.deepEqual(wrong, [])
  }
})

test('a dead letter is found and replayed by keys alone', async (t) => {
  const { chain, ask, console } = await stage(t)
  for (const text of ['one', 'another']) {
    await ask(record('r-5', text))
    await chain.quiet()
  }
  const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), 'light')
  await page.getByText('1 dead letter in the queue.').waitFor()
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

for (const look of Object.keys(LOOKS) as Look[]) {
  test(`axe finds nothing serious, the page does not scroll sideways, and nothing fails: ${look}`, async (t) => {
    const { chain, ask, console } = await stage(t)
    for (let number = 0; number < 30; number++) await ask(add(String(number), '1'))
    await ask(add('1', 'x'))
    for (const text of ['one', 'another']) {
      await ask(record('r-4', text))
      await chain.quiet()
    }
    await chain.quiet()
    const { page, wrong } = await openPage(await openBrowser(t), await console(LEDGER), look)
    for (const name of PAGES) {
      await visit(page, `#/${name}`)
      t.deepEqual(await axeFindings(page), [], `${name}`)
      t.false(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        `${name} scrolls sideways`,
      )
      await picture(page, `${name}-${look}`)
    }
    t.deepEqual(wrong, [])
  })
}
