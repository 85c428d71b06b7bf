/** Who is logged in, and the way out; nothing where the node does not ask, or a certificate would let in again. */
import { useState } from 'preact/hooks'
import type { SessionView } from '../../../src/operate/admin/session-view.js'
import { loginNeeded, remove, sentenceOf } from '../base/api.js'

/** Behind the name; whoever may do everything needs no words. */
const RIGHTS = {
  look: 'may look',
  read: 'may read',
  change: '',
  limited: 'may look, and more for some messages',
} as const

export function Logout({ session: { who, by, may, limited } }: { readonly session: SessionView }) {
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
        {may !== undefined && <span class="quiet"> {RIGHTS[limited ? 'limited' : may]}</span>}
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
