/** When the certificates of the configuration end, as metrics. */
import type { CertificateItem } from '../findings/items.js'
import type { Sample } from './exposed.js'

/** Certificates that are distinguished: those that end first. A list of authorities may have hundreds. */
const MAX_CERTIFICATES = 200

/** One sample for each certificate of each file; several keys may name one file. */
export function endSamples(items: readonly CertificateItem[]): readonly Sample[] {
  const ends = new Map<string, Sample>()
  for (const { file, index, facts, details } of items) {
    const labels = { file, number: String(index + 1), subject: facts.subject }
    ends.set(`${file} ${index}`, { labels, value: details.until / 1000 })
  }
  return [...ends.values()].toSorted((one, two) => one.value - two.value).slice(0, MAX_CERTIFICATES)
}
