/** Finds what there is to say of a configuration before a node starts with it, for `config check` and the doctor. */
import { NO_LOG } from '../../base/log.js'
import { wallTime } from '../../base/time.js'
import { refuseUnstartable } from '../../compose/refuse-unstartable.js'
import { WaybillError } from '../../errors.js'
import type { Finding } from '../../message/finding.js'
import { type Examined, examinedAt } from '../../operate/findings/examined.js'
import { findingsIn } from '../../operate/findings/findings.js'
import { findingsOf } from '../../operate/findings/parts.js'
import { type ConfigOptions, sourcesOf } from './config-options.js'
import { inspectParts } from './inspect.js'
import { type ReadConfiguration, readConfig } from './read-config.js'

export interface Found {
  readonly examined: Examined
  readonly findings: readonly Finding[]
  /** What a start would end with; undefined if nothing ends it. */
  readonly refusal: WaybillError | undefined
}

/** @throws WaybillError for what is no configuration */
export async function find(options: ConfigOptions): Promise<Found> {
  const configuration = await readConfig(sourcesOf(options))
  const examined = await examinedAt(configuration, wallTime())
  const { findings, refusal } = await findInParts(configuration)
  return { examined, findings: [...findingsIn(examined), ...findings], refusal }
}

async function findInParts(
  configuration: ReadConfiguration,
): Promise<Pick<Found, 'findings' | 'refusal'>> {
  const findings: Finding[] = []
  try {
    await inspectParts(configuration, (parts) => {
      findings.push(...parts.findings, ...findingsOf(parts))
      refuseUnstartable(parts, NO_LOG)
    })
    return { findings, refusal: undefined }
  } catch (error) {
    if (error instanceof WaybillError) return { findings, refusal: error }
    throw error
  }
}

/** True if an error is what a start ends with, too. */
export function isRefusal(
  { level, key, sentence }: Finding,
  refusal: WaybillError | undefined,
): boolean {
  if (level !== 'error' || !refusal) return false
  const { message } = refusal
  return message.startsWith(`${key}: `) || message.endsWith(`: ${sentence}`)
}
