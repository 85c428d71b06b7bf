/** Asks who you are, by the token or the name and password that the configuration of the node has. */
import { useState } from 'preact/hooks'
import { loginNeeded, NotAnswered, post, sentenceOf } from '../base/api.js'

export function LoginPage() {
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
      .then(
        () => {
          loginNeeded.value = false
        },
        (error: unknown) =>
          setWrong(
            error instanceof NotAnswered && error.status === 401
              ? 'This is not known here. The configuration of the node says who may come in, under admin.'
              : sentenceOf(error),
          ),
      )
      .finally(() => setBusy(false))
  }
  return (
    <main class="login">
      <h1>Waybill</h1>
      <p>This node wants to know who you are.</p>
      <form onSubmit={enter}>
        <label>
          User
          <input
            autoComplete="username"
            value={user}
            onInput={(event) => setUser(event.currentTarget.value)}
          />
        </label>
        <label>
          Password
          <input
            type="password"
            autoComplete="current-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        <p class="or">or</p>
        <label>
          Token
          <input
            type="password"
            autoComplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main" disabled={busy || (token === '' && user === '')}>
          Enter
        </button>
        <p role="alert" class="tone-bad">
          {wrong}
        </p>
      </form>
    </main>
  )
}
