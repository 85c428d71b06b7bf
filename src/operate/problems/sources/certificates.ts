/** Finds certificates that end soon or have ended: the node's own, those of peers and of destinations. */
import { stat } from 'node:fs/promises'
import { monotonicTime, wallTime } from '../../../base/time.js'
import { filesIn } from '../../../config/files.js'
import { DAY } from '../../../config/kinds.js'
import { configSchema } from '../../../config/schema.js'
import { day, stageOf } from '../../findings/dates.js'
import { type Configured, certificatesOf, type Examined } from '../../findings/examined.js'
import { useOf } from '../../findings/file-purpose.js'
import { type CertificateItem, type Item, readItems } from '../../findings/items.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { shown } from '../shown-text.js'

/** Milliseconds after which files are read again though none has changed, and their dates logged. */
const READ_AGAIN = DAY / 4

/** @param report  gets what the files have in them, each time that they are read */
export function certificates(
  configured: Configured,
  report: (examined: Pick<Examined, 'config' | 'items' | 'now'>) => void,
): ProblemSource {
  const { config, transports } = configured
  const files = filesIn(config, configSchema(transports.all.map(({ module }) => module)))
  let read:
    | { readonly state: string; readonly at: number; readonly items: readonly Item[] }
    | undefined
  return {
    name: 'certificates',
    every: 10_000,
    find: async () => {
      const state = await stateOf(files.map(({ file }) => file))
      const now = wallTime()
      if (!read || read.state !== state || monotonicTime() - read.at >= READ_AGAIN) {
        read = { state, at: monotonicTime(), items: await readItems(files) }
        report({ config, items: read.items, now })
      }
      return endingOf(certificatesOf(read.items), config.alerts.certificates, now)
    },
  }
}

/** Changes when one of the files does. */
async function stateOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(
    [...new Set(files)].map(async (file) => {
      try {
        const { ino, mtimeMs, size } = await stat(file)
        return `${ino} ${mtimeMs} ${size}`
      } catch {
        // That it cannot be read is found when it is.
        return 'unreadable'
      }
    }),
  )
  return states.join('\n')
}

/**
 * @param notice  milliseconds before the end of a certificate from which on it is a problem
 * @param now     in milliseconds since 1970
 */
export function endingOf(
  items: readonly CertificateItem[],
  notice: number,
  now: number,
): readonly FoundProblem[] {
  const found = new Map<string, readonly CertificateItem[]>()
  for (const item of items) {
    const stage = stageOf(item.details, now, notice)
    if (stage !== 'ending' && stage !== 'ended') continue
    // Several keys may name one file.
    const id = `${item.file} ${item.index} ${item.facts.fingerprint}`
    found.set(id, [...(found.get(id) ?? []), item])
  }
  return [...found.values()].flatMap((same) => ending(same, now))
}

function ending(same: readonly CertificateItem[], now: number): readonly FoundProblem[] {
  const [item] = same
  if (!item) return []
  const { file, index, facts, details } = item
  const who = shown(facts.subject)
  const ended = now > details.until
  const keys = same.map(({ key }) => `${key}${useOf(key) === '' ? '' : ` (${useOf(key)})`}`)
  return [
    {
      name: ended ? 'certificate-expired' : 'certificate-expiring',
      subject: `${who} in ${file}${index === 0 ? '' : `, number ${index + 1}`}`,
      severity: ended ? 'error' : 'warning',
      stopsAcceptance: false,
      shared: false,
      summary: `The certificate of ${who} ${ended ? 'expired' : 'expires'} on ${day(details.until)}: ${file}, named by ${keys.join(', ')}.`,
      remedy: 'Put the new one in its place and reload (systemctl reload waybill, or SIGHUP).',
      since: ended ? details.until : undefined,
      page: '#/peers',
    },
  ]
}
