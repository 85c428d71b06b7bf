/** A browser that watches what must not happen: errors, requests to other hosts, and whatever axe finds. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { PATIENCE } from '../../support/waiting.js'

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const PICTURES = process.env.CONSOLE_PICTURES
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1360, height: 850 } },
  dark: { colorScheme: 'dark', viewport: { width: 1360, height: 850 } },
  narrow: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

export type Look = keyof typeof LOOKS

/** Installs nothing: says what is missing. */
export async function openBrowser(t: ExecutionContext): Promise<Browser> {
  if (!existsSync(PROGRAM)) {
    throw new Error(
      `${PROGRAM} is missing: apt-get install chromium fonts-dejavu-core, or name another by CHROMIUM`,
    )
  }
  const browser = await chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  return browser
}

export interface Watched {
  readonly page: Page
  /** Errors and warnings of the page so far, and requests to others. */
  readonly wrong: readonly string[]
}

/** How a browser asks by a token, without a login that the journal tells of. */
export const bearing = (token: string): BrowserContextOptions => ({
  extraHTTPHeaders: { authorization: `Bearer ${token}` },
})

/** @param more  such as the certificate that it shows */
export async function openPage(
  browser: Browser,
  url: string,
  look: Look,
  more: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ ...LOOKS[look], reducedMotion: 'reduce', ...more })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('dialog', (dialog) => {
    wrong.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(url).origin) wrong.push(request.url())
  })
  await page.goto(url)
  return { page, wrong }
}

/** What was wrong, but for what a browser itself says of answers with such a status. */
export function except(wrong: readonly string[], ...statuses: readonly number[]) {
  return wrong.filter((text) => !statuses.some((status) => text.includes(`status of ${status} `)))
}

/** Goes to a place of the console, and waits until it shows something. */
export async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(done))
    if (location.hash === ${JSON.stringify(hash)}) return done()
    addEventListener('hashchange', drawn, { once: true })
    location.hash = ${JSON.stringify(hash)}
  })`)
  await page.locator('main').waitFor()
  await page.locator('main:not(:has([aria-busy]))').waitFor()
}

/** What axe finds serious or critical, a line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  const found: readonly { impact: string | null; id: string; html: readonly string[] }[] =
    await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ impact, id, nodes }) => ({ impact, id, html: nodes.map(({ html }) => html) })))`,
    )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.slice(0, 3).join(' ')}`)
}

/** What became an element though it was text, or leads to a script. */
export function made(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('img, iframe, object, embed, [onerror], script:not([src]), [href^="javascript:" i]')].map((one) => one.outerHTML)`,
  )
}

/**
 * What a mouse can use and Tab does not reach, and what Tab reaches without showing it. Marked by
 * the event of focus: behind the last element the browser itself sets the focus to the first, at
 * some time between two keys.
 */
export async function unreached(page: Page): Promise<readonly string[]> {
  await page.evaluate(`(() => {
    // What another page has in common with this one was marked there.
    document.querySelectorAll('[data-reached]').forEach((one) => delete one.dataset.reached)
    const round = (window.round = { unseen: [], again: false, end: () => removeEventListener('focusin', mark) })
    function mark({ target }) {
      if (target.dataset.reached) round.again = true
      target.dataset.reached = 'yes'
      const { outlineStyle, outlineWidth } = getComputedStyle(target)
      if (outlineStyle === 'none' || outlineWidth === '0px') round.unseen.push('unseen: ' + target.outerHTML.slice(0, 120))
    }
    addEventListener('focusin', mark)
  })()`)
  for (let steps = 0; steps < 500; steps++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>('round.again')) break
  }
  return page.evaluate(`(round.end(), [
    ...round.unseen,
    ...[...document.querySelectorAll('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary')]
      .filter((one) => one.checkVisibility() && !one.dataset.reached)
      .map((one) => 'not reached: ' + one.outerHTML.slice(0, 120)),
  ])`)
}

/** Keeps a picture in the folder that CONSOLE_PICTURES names, if it does. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
}
