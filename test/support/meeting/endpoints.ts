/** The places where answers come to: a listener for addresses that messages name, and a relay for mail. */
import { mailSink } from '../mail/sink.js'
import type { Arrived } from '../promises/history.js'
import { answering } from '../wire/answering.js'
import { answerIn, answerInMail } from './heard.js'

interface Teardown {
  teardown(clean: () => void | Promise<void>): void
}

export interface Endpoints {
  /** URL for answers to the sending with this key. */
  address(key: string): string
  readonly relay: string
  /** What has come so far. */
  arrived(): readonly Arrived[]
}

export const SENDERS = 'partner.example'

export async function endpoints(t: Teardown): Promise<Endpoints> {
  const listener = await answering(t, (response) => void response.writeHead(202).end())
  const sink = await mailSink()
  t.teardown(() => sink.close())
  const origin = new URL(listener.url).origin
  return {
    address: (key) => `${origin}/${key}`,
    relay: sink.url,
    arrived: () => [
      ...listener.requested.flatMap(({ path, body }): readonly Arrived[] => {
        const answer = answerIn(body)
        return answer ? [{ ...answer, key: path.slice(1), channel: 'address' }] : []
      }),
      ...sink.mails.flatMap(({ to, content }): readonly Arrived[] => {
        const answer = answerInMail(content.toString('latin1'))
        const key = to[0]?.split('@')[0] ?? ''
        return answer ? [{ ...answer, key, channel: 'sender' }] : []
      }),
    ],
  }
}
