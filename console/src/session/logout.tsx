/** Who is logged in, and the way out; nothing where the node does not ask, or a certificate would let in again. */
import { useState } from 'preact/hooks'
import type { SessionView } from '../../../src/operate/admin/session-view.js'
import { loginNeeded, remove, sentenceOf } from '../base/api.js'

export function Logout({ session: { who, by, may } }: { readonly session: SessionView }) {
  const [wrong, setWrong] = useState('')
  if (who === undefined || by === 'address') return null
  const leave = () => {
    remove('api/session').then(
      () => {
        loginNeeded.value = true
      },
      (error: unknown) => setWrong(sentenceOf(error)),
    )
  }
  return (
    <div class="session">
      <span class="who" title={`${who}, by ${by}`}>
        {who}
        {may === 'read' && <span class="quiet"> may look</span>}
      </span>
      {by !== 'certificate' && (
        <button type="button" class="plain" onClick={leave}>
          Log out
        </button>
      )}
      {wrong !== '' && (
        <p role="alert" class="tone-bad">
          {wrong}
        </p>
      )}
    </div>
  )
}
