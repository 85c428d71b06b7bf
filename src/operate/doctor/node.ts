/** Asks the node that runs for its problems. */
import { WaybillError } from '../../errors.js'
import { error, type Finding, note, ok, warning } from '../../message/finding.js'
import type { Examined } from '../findings/examined.js'
import { type Status, statusOf } from '../running/status.js'

const KEY = 'node'

/** @param url  of its admin listener. Default: by the configuration */
export async function examineNode(
  { config }: Pick<Examined, 'config'>,
  url: string | undefined,
): Promise<readonly Finding[]> {
  try {
    const { uri, problems, url: from } = await statusOf(config, url)
    const runs = ok(KEY, `${uri} runs, and answers at ${from}; its problems: ${problems.length}`)
    return [runs, ...problems.map(findingOf)]
  } catch (thrown) {
    if (!(thrown instanceof WaybillError)) throw thrown
    return [note(KEY, `the node was not asked: ${thrown.message}`)]
  }
}

function findingOf({
  name,
  subject,
  severity,
  summary,
  remedy,
}: Status['problems'][number]): Finding {
  const key = subject === undefined ? name : `${name}: ${subject}`
  return severity === 'error' ? error(key, summary, remedy) : warning(key, summary, remedy)
}
