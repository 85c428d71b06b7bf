/** Runs the client of a toolkit, and judges what came of each feature. */
import type { VersionName } from '../../../src/transport.js'
import { limitOf, type Verdict } from '../../support/limits.js'
import { run } from '../foreign-client.js'
import { type Feature, features } from './features.js'
import type { Command, Toolkit } from './toolkits/toolkit.js'

/** A line of a client. */
type Line =
  | { readonly feature: string; readonly actual: string }
  | { readonly feature: string; readonly error: string }

const DEADLINE = 90_000

/**
 * Each client is a process of its own, which prints a line of JSON for each feature that it tries.
 *
 * @throws Error if it ends with a failure, or prints what is no feature
 */
export async function verdictsOf(
  { limits }: Toolkit,
  { command, parameters }: Command,
  base: string,
  soap: VersionName,
): Promise<readonly Verdict[]> {
  const output = await run(command, [...parameters, base, soap], '', { deadline: DEADLINE })
  const printed = output
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const lines = new Map(
    printed.map((text): Line => JSON.parse(text)).map((line) => [line.feature, line]),
  )
  const unknown = [...lines.keys()].filter((name) => !features.some((one) => one.name === name))
  if (unknown.length > 0) throw new Error(`there are no such features: ${unknown.join(', ')}`)
  return features.map((feature) => ({
    feature: feature.name,
    soap,
    ...judged(feature, lines.get(feature.name)),
    limit: limitOf(limits, feature.name, soap),
  }))
}

function judged(feature: Feature, line: Line | undefined): Pick<Verdict, 'right' | 'actual'> {
  if (line === undefined) return { right: false }
  if ('error' in line) return { right: false, actual: line.error }
  return { right: isRight(feature, line.actual), actual: line.actual }
}

function isRight({ expected, same = (text) => text }: Feature, received: string): boolean {
  try {
    return same(received) === expected
  } catch {
    // Not even a text of that kind.
    return false
  }
}
