/** Posts notices to the configured URL, and to no other: a redirection is a failure. */
import { createHmac } from 'node:crypto'
import { wallTime } from '../../base/time.js'
import type { AlertsConfig } from '../../config/alerts.js'
import type { Channel } from './outbox.js'

type Webhook = NonNullable<AlertsConfig['webhook']>

/** @param timeout  milliseconds that the receiver may take to answer */
export function webhookChannel({ url, secret }: Webhook, timeout: number): Channel {
  return {
    name: 'webhook',
    timeout,
    async send({ json }, signal) {
      const body = JSON.stringify(json)
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'waybill',
          ...(secret !== undefined && { 'X-Waybill-Signature': signed(body, secret) }),
        },
        redirect: 'manual',
        signal,
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the webhook answered with ${response.status}`)
    },
  }
}

/** With the time, so that nobody can send it again later: `t=seconds,v1=hex` of HMAC-SHA256 over `seconds.body`. */
export function signed(body: string, secret: string, now: number = wallTime()): string {
  const seconds = Math.floor(now / 1_000)
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hmac}`
}
