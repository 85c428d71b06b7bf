/** Asks who you are, by the token or the name and password that the configuration of the node has. */
import { useState } from 'preact/hooks'
import type { SessionView } from '../../../src/operate/admin/session-view.js'
import { NotAnswered, post, sentenceOf } from '../base/api.js'

export function LoginPage({
  logins,
  onEntered,
}: Pick<SessionView, 'logins'> & { readonly onEntered: () => void }) {
  const [token, setToken] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setWrong('')
    post<undefined>('api/session', token === '' ? { user, password } : { token })
      .then(onEntered, (error: unknown) =>
        setWrong(
          error instanceof NotAnswered && error.status === 401
            ? 'The login was refused. The configuration of the node says, under admin, who may log in.'
            : sentenceOf(error),
        ),
      )
      .finally(() => setBusy(false))
  }
  const ready = token !== '' || (user !== '' && password !== '')
  return (
    <main class="login">
      <h1>Waybill</h1>
      <p>
        Log in to this node. On its machine, <code>waybill console</code> prints a link that logs
        you in.
      </p>
      <form onSubmit={enter}>
        {logins.includes('password') && (
          <>
            <Secret label="User" name="username" open value={user} onChange={setUser} />
            <Secret
              label="Password"
              name="current-password"
              value={password}
              onChange={setPassword}
            />
          </>
        )}
        {logins.length > 1 && <p class="or">or</p>}
        <Secret label="Token" name="off" value={token} onChange={setToken} />
        <button type="submit" class="main" disabled={busy || !ready}>
          Log in
        </button>
        <p role="alert" class="tone-bad">
          {wrong}
        </p>
      </form>
    </main>
  )
}

function Secret({
  label,
  name,
  open,
  value,
  onChange,
}: {
  readonly label: string
  /** What the browser may fill in. */
  readonly name: 'username' | 'current-password' | 'off'
  /** True if others may see it. */
  readonly open?: true
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  return (
    <label>
      {label}
      <input
        {...(open ? {} : { type: 'password' as const })}
        autoComplete={name}
        spellcheck={false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}
