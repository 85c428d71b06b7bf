/** Which destinations get no message now, so that whoever replays dead letters learns that they will wait. */
import type { Breakers } from '../../../path/routing/breakers.js'
import type { Destinations } from '../../../path/routing/destinations.js'
import type { DownView } from '../dead-view.js'

/** Of these destinations, by their names or URLs, those that get no message now. */
export type DownAmong = (goals: Iterable<string | undefined>) => readonly DownView[]

/** @param now  the destinations of the configuration that is in effect */
export function downAmong(now: () => Destinations, breakers: Pick<Breakers, 'named'>): DownAmong {
  return (goals) => {
    const wanted = new Set(goals)
    const open = new Set(breakers.named.filter((one) => one.open).map((one) => one.destination))
    return now().all.flatMap(({ name, url }): readonly DownView[] =>
      open.has(name) && (wanted.has(name) || wanted.has(url.href))
        ? [{ destination: name, url: bare(url), state: 'circuit open' }]
        : [],
    )
  }
}

/** A URL of the configuration may have a password in it. */
function bare(url: URL): string {
  const copy = new URL(url)
  copy.username = ''
  copy.password = ''
  return copy.href
}
