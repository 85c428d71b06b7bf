/** A moment in the local zone, whose exact UTC is told on hover. */
import { now } from '../base/now.js'
import { age, moment, utc } from '../pure/text.js'

export function Time({ at }: { readonly at: number }) {
  return (
    <time dateTime={utc(at)} title={utc(at)} class="number">
      {moment(at, now.value)}
    </time>
  )
}

/** `12 s ago`. */
export function Ago({ at }: { readonly at: number }) {
  return (
    <time dateTime={utc(at)} title={utc(at)} class="number">
      {age(now.value - at)} ago
    </time>
  )
}
