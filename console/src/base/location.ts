/** The place that is shown, which follows the URL, and how to go to another. */
import { signal } from '@preact/signals'
import { linkTo, readLocation } from '../pure/location.js'

export const shownLocation = signal(readLocation(location.hash))

addEventListener('hashchange', () => {
  shownLocation.value = readLocation(location.hash)
})

/** Goes there, so that the way back leads here. */
export function go(path: readonly string[], query?: Readonly<Record<string, string | undefined>>) {
  location.hash = linkTo(path, query)
}

/** Changes what is asked for on this page, and leaves no trace in the way back. */
export function refine(query: Readonly<Record<string, string | undefined>>) {
  history.replaceState(null, '', linkTo(shownLocation.value.path, query))
  shownLocation.value = readLocation(location.hash)
}
