/** Gets OAuth2 access tokens for a mailbox's owner, and keeps one for as long as it holds. */
import { signalAfter, wallTime } from '#transport/time'

export interface OAuth2Options {
  /** Where tokens are had: an `https:` URL. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Stands for the owner's consent; without it the client asks in its own name. */
  readonly refreshToken?: string | undefined
  readonly scope?: string | undefined
}

/** Milliseconds for one request. */
const TIME_LIMIT = 15_000
/** Milliseconds before its end at which a token is not used any more. */
const MARGIN = 60_000
/** Bytes of an answer. */
const MAX_ANSWER_BYTES = 64 * 1024

/** No token was given out. */
export class NoAccessToken extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'NoAccessToken'
  }
}

export class AccessToken {
  readonly #options: OAuth2Options
  #token: Promise<{ readonly text: string; readonly until: number }> | undefined

  constructor(options: OAuth2Options) {
    this.#options = options
  }

  /** @throws NoAccessToken */
  async get(): Promise<string> {
    const before = await this.#token?.catch(() => undefined)
    if (before && wallTime() < before.until) return before.text
    this.#token = this.#request()
    return (await this.#token).text
  }

  /** To be called when the token was refused. */
  forget(): void {
    this.#token = undefined
  }

  async #request(): Promise<{ readonly text: string; readonly until: number }> {
    const { tokenUrl, clientId, clientSecret, refreshToken, scope } = this.#options
    const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret })
    form.set('grant_type', refreshToken === undefined ? 'client_credentials' : 'refresh_token')
    if (refreshToken !== undefined) form.set('refresh_token', refreshToken)
    if (scope !== undefined) form.set('scope', scope)
    try {
      const response = await fetch(tokenUrl, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: form,
        redirect: 'error',
        signal: signalAfter(TIME_LIMIT),
      })
      return tokenOf(response.status, await bodyText(response), tokenUrl)
    } catch (error) {
      if (error instanceof NoAccessToken) throw error
      throw new NoAccessToken(`${new URL(tokenUrl).origin} gives no access token`, { cause: error })
    }
  }
}

async function bodyText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new NoAccessToken('the answer with the token is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tokenOf(status: number, text: string, url: string): { text: string; until: number } {
  const { access_token, expires_in, error } = JSON.parse(text)
  if (typeof access_token !== 'string' || !/^[!-~]+$/.test(access_token)) {
    const why = typeof error === 'string' ? `: ${error.slice(0, 100)}` : ''
    throw new NoAccessToken(`${new URL(url).origin} answered HTTP ${status} without a token${why}`)
  }
  const lifetime = Number(expires_in) > 0 ? Number(expires_in) * 1000 : 300_000
  return { text: access_token, until: wallTime() + lifetime - MARGIN }
}
