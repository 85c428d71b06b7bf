/** A node that is away while its console is open: the console says so, keeps what it shows, and goes on. */
import test from 'ava'
import { openLink } from '../../support/nodes/link.js'
import { except, openBrowser, openPage, picture, visit } from './browser.js'
import { add, GATEWAY, stage } from './stage.js'

/** A link to the console, by another port. */
async function through(port: number, console: Promise<string>): Promise<string> {
  const url = new URL(await console)
  url.port = String(port)
  return url.href
}

test('a console whose node was killed says so, keeps its page, and goes on once the node runs again', async (t) => {
  const { chain, ask, console } = await stage(t)
  await ask(add('1', '2'))
  const link = await openLink()
  t.teardown(() => link.close())
  const port = async () => Number(new URL(await console(GATEWAY)).port)
  link.aim(await port())
  const url = await through(link.port, console(GATEWAY))
  const { page, wrong } = await openPage(await openBrowser(t), url, 'light')
  const line = page.getByRole('link', { name: 'Add urn:example:calculator' })
  await line.waitFor()
  await chain.kill(GATEWAY)
  link.cut()
  await page.getByText('The node cannot be reached.').waitFor()
  await page.getByText('not reachable').waitFor()
  t.true(await line.isVisible())
  await picture(page, 'away-light')
  await visit(page, '#/keys')
  await page.getByText('There is no such page.').waitFor()
  await chain.start(GATEWAY)
  link.aim(await port())
  link.restore()
  await page.getByText('The node cannot be reached.').waitFor({ state: 'detached' })
  // Sessions end with the node.
  await page.getByText('Log in to this node.').waitFor()
  await page.goto(await through(link.port, console(GATEWAY)))
  await page.locator('.identity .badge.good', { hasText: 'ready' }).waitFor()
  await visit(page, '#/flow')
  await page.getByText('live', { exact: true }).waitFor()
  await ask(add('3', '4'))
  await page.locator('.entry').first().waitFor()
  // What the browser itself says of an answer that did not come, or was refused.
  t.deepEqual(
    except(wrong, 401).filter((text) => !/net::ERR_/.test(text)),
    [],
  )
})

test('a console that is opened while its node is going away says so, and begins when it can', async (t) => {
  const { console } = await stage(t)
  const link = await openLink()
  t.teardown(() => link.close())
  link.aim(Number(new URL(await console(GATEWAY)).port))
  const browser = await openBrowser(t)
  const context = await browser.newContext()
  const page = await context.newPage()
  // The page and its script come; what it asks for first does not.
  await page.route('**/api/session', async (route) => {
    link.cut()
    await route.continue()
  })
  await page.goto(await through(link.port, console(GATEWAY)))
  await page.getByText('The node cannot be reached.').waitFor()
  await page.unroute('**/api/session')
  link.restore()
  await page.getByRole('heading', { name: 'Flow' }).waitFor()
  t.pass()
})
