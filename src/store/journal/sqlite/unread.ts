/** Says for people what of a damaged journal could not be read. */
import type { Lost } from './salvage.js'

export function sentenceOf({ taken, entries, from, to, envelopes, cramped }: Lost): string {
  const lost = [
    ...(entries > 0 ? [`${entries} entries${spanOf(from, to)}`] : []),
    ...(envelopes > 0 ? [`${envelopes} envelopes`] : []),
  ]
  const older = cramped ? '; the disk has no room for what is older, which is there only' : ''
  if (lost.length > 0) return `${lost.join(' and ')} cannot be read, all else could${older}`
  return `${taken > 0 ? 'All entries could still be read' : 'No entry of it was read'}${older}`
}

function spanOf(from: number | undefined, to: number | undefined): string {
  if (from === undefined || to === undefined) return ''
  return ` between ${new Date(from).toISOString()} and ${new Date(to).toISOString()}`
}
