/** What who may only look is shown in the console: everything, and no way to change it. */
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { picture, visit } from './browser.js'

/** Every resource that changes something, with what it takes. */
const CHANGES = (id: string | undefined, soap: string) =>
  [
    ['queue/pause', {}],
    ['queue/resume', {}],
    ['dead/replay', { ids: [id] }],
    ['dead/remove', { ids: [id] }],
    [`dead/${id}/remove`, {}],
    [`dead/${id}/replace`, { envelope: '<x/>' }],
    ['operations/call', { url: soap, soap: '1.1', envelope: '<x/>' }],
  ] as const

/**
 * Walks through the console of a node with an operation and a dead letter.
 *
 * @param soap     URL of a listener of this node
 * @param headers  by which the API knows who asks, where the browser does not show it by itself
 */
export async function changesNothing(
  t: ExecutionContext,
  page: Page,
  soap: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const nothing = async (names: readonly string[]) => {
    await page.getByText('You may look, but change nothing.').waitFor()
    for (const name of names) t.is(await page.getByRole('button', { name }).count(), 0, name)
  }
  await page.getByRole('heading', { name: 'By transport and operation' }).waitFor()
  await visit(page, '#/queue')
  await nothing(['Pause', 'Resume'])
  await visit(page, '#/operations')
  await page.locator('[data-row]').first().click()
  await nothing(['Call'])
  await visit(page, '#/dead')
  await page.locator('[data-row][href*="/dead/"]').first().waitFor()
  await nothing(['Replay', 'Remove'])
  t.is(await page.getByRole('checkbox').count(), 0)
  await page.locator('[data-row][href*="/dead/"]').first().click()
  await page.getByRole('heading', { name: 'Attempts' }).waitFor()
  await nothing(['Replay', 'Remove', 'Edit'])
  await picture(page, 'read-only-light')
  const id = new URL(page.url()).hash.split('/').at(-1)
  for (const [path, body] of CHANGES(id, soap)) {
    t.is(await statusOf(page, path, body, headers), 403, path)
  }
}

/** Asks from the page, as its own scripts do. */
function statusOf(
  page: Page,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  return page.evaluate(`fetch('api/${path}', ${JSON.stringify(init)}).then(({ status }) => status)`)
}
