/** Says of which destinations it is known that they get no message now: what is replayed waits for them. */
import type { DownView } from '../../../src/operate/admin/api.js'

export function Down({ nodes }: { readonly nodes: readonly DownView[] }) {
  if (nodes.length === 0) return null
  return (
    <div class="still-down">
      {nodes.map(({ destination, state }) => (
        <p key={destination}>
          <span aria-hidden="true" class="mark">
            !
          </span>
          <b>{destination}</b>{' '}
          {state === 'paused'
            ? 'is paused: what is replayed waits until somebody resumes it.'
            : 'is still down, its circuit is open: what is replayed waits until a message gets through.'}
        </p>
      ))}
    </div>
  )
}
