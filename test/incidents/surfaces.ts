/** Measures after how many seconds each surface of a node shows a problem, and when it does not any more. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { readStateToken } from '../../src/security/credentials/state-token.js'
import { bearing, openBrowser, openPage } from '../console/browser/browser.js'
import { cli } from '../support/nodes/cli.js'
import type { RunningDaemon } from '../support/nodes/daemon.js'
import type { Webhook } from '../support/webhook.js'

export interface Watched {
  readonly daemon: RunningDaemon
  readonly hook: Webhook
  readonly page: Page
}

/** Whether a surface shows a problem of that name now. */
type Surface = (watched: Watched, name: string) => Promise<boolean>

const has = (text: string, name: string) => text.includes(`"name":"${name}"`)

const command = (word: string): Surface => {
  return async ({ daemon }, name) => {
    const admin = await daemon.logged(({ msg }) => msg === 'health is available')
    const url = new URL(String(admin.listening))
    const settings = [`stateDir=${daemon.stateDir}`, `admin.port=${url.port}`]
    const flags = settings.flatMap((setting) => ['--set', setting])
    const { out, err } = await cli([word, '--json', ...flags])
    return (out + err).includes(name)
  }
}

export const SURFACES: Readonly<Record<string, Surface>> = {
  'front page': async ({ page }, name) =>
    (await page.locator(`[data-problem="${name}"]`).count()) > 0,
  'GET /api/problems': async ({ daemon }, name) =>
    has(await (await daemon.admin('/api/problems')).text(), name),
  'GET /health/ready': async ({ daemon }, name) =>
    has(await (await daemon.admin('/health/ready')).text(), name),
  'GET /metrics': async ({ daemon }, name) =>
    new RegExp(`^waybill_problem\\{.*name="${name}".*\\} [1-9]`, 'm').test(
      await (await daemon.admin('/metrics')).text(),
    ),
  'waybill status': command('status'),
  'waybill doctor': command('doctor'),
  alert: async ({ hook }, name) =>
    hook.posted.some(({ json: { kind, state } }) => kind === name && state === 'firing'),
}

export async function watch(
  t: ExecutionContext,
  daemon: RunningDaemon,
  hook: Webhook,
): Promise<Watched> {
  const browser = await openBrowser(t)
  const { listening } = await daemon.logged(({ msg }) => msg === 'health is available')
  const token = bearing(readStateToken(daemon.stateDir))
  const { page } = await openPage(browser, `${listening}/#/flow`, 'light', token)
  await page.locator('main').waitFor()
  return { daemon, hook, page }
}

/** Milliseconds that a surface may take: alerts of a kind are gathered for a minute. */
const PATIENCE = 120_000
const LOOK = 250

/** @returns seconds until each surface shows it, since this was called */
export async function shownAfter(
  watched: Watched,
  name: string,
): Promise<Readonly<Record<string, number>>> {
  const began = performance.now()
  const measured = Object.entries(SURFACES).map(async ([surface, shows]) => {
    while (!(await shows(watched, name).catch(() => false))) {
      if (performance.now() - began > PATIENCE) return [surface, Number.NaN] as const
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    }
    return [surface, secondsSince(began)] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

/** @returns seconds until the API shows it no more */
export async function goneAfter(watched: Watched, name: string): Promise<number> {
  const began = performance.now()
  while (await SURFACES['GET /api/problems']?.(watched, name)) {
    if (performance.now() - began > PATIENCE) return Number.NaN
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
  return secondsSince(began)
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10
}

/** Keeps a picture of the front page, if `INCIDENT_PICTURES` names a folder. */
export async function picture({ page }: Watched, name: string): Promise<void> {
  const folder = process.env.INCIDENT_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
