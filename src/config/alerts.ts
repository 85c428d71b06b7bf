/** The part of the configuration about alerts: whom they are told to, and of what. */
import { z } from 'zod'
import { DAY, type DeepReadonly, duration, secret } from './kinds.js'

const webUrl = () =>
  z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
    error: 'expected a URL with http or https',
  })

const webhook = z.strictObject({
  // Whoever knows the address of a channel of Slack may post there.
  url: secret(webUrl()).describe('Address that each alert is posted to, as JSON.'),
  secret: secret().optional().describe('Signs each alert, so that its receiver can tell it.'),
})

const mail = z.strictObject({
  to: z
    .array(z.string().regex(/^[^\s@]+@[^\s@]+$/, 'expected local@domain'))
    .min(1)
    .max(20)
    .describe('Mailboxes that alerts are sent to, over the relay of the mail transport.'),
})

export const alerts = z.strictObject({
  webhook: webhook.optional().describe('Where alerts are posted. Default: nowhere.'),
  mail: mail.optional().describe('Who gets alerts by mail. Default: nobody.'),
  console: webUrl()
    .optional()
    .describe('Where people reach the console, for links. Default: the admin listener.'),
  certificates: duration({ least: DAY, most: 365 * DAY }, DAY)
    .prefault('21d')
    .describe('Time before the end of a certificate from which on its end is told.'),
})

export type AlertsConfig = DeepReadonly<z.output<typeof alerts>>
