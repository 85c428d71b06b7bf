/** What the doctor says of a configuration. */
import type { ExecutionContext } from 'ava'
import { examine } from '../../src/operate/doctor/examine.js'
import { type Configured, examinedAt } from '../../src/operate/findings/examined.js'
import { findingsIn } from '../../src/operate/findings/findings.js'
import { configurationOf } from './config.js'
import { folderOf } from './folder.js'

export type Values = Readonly<Record<string, unknown>>

/** What the doctor finds in one area, a line each. */
export async function says(
  t: ExecutionContext,
  area: string,
  values: Values,
  dns: readonly string[] = [],
): Promise<readonly string[]> {
  const all = {
    stateDir: folderOf(t, {}),
    'http.port': 0,
    'smtp.port': 0,
    'admin.port': 0,
    ...values,
  }
  const settings = Object.entries(all).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const examined = await examinedAt(configurationOf({ environment: {}, settings }), Date.now())
  const found = await examine(examined, findingsIn(examined), { dns })
  return found
    .filter((one) => one.area === area)
    .map(({ level, key, sentence }) => `${level} ${key}: ${sentence}`)
}

/** What is found of a configuration and its files, a line each. */
export async function linesOf(configured: Configured): Promise<readonly string[]> {
  const found = findingsIn(await examinedAt(configured, Date.now()))
  return found.map(({ key, sentence }) => `${key}: ${sentence}`)
}
