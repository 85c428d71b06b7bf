/** What a mail is called and who it is from, as far as its header can be read. */
import type { Origin } from '#transport'
import { readMailbox } from '../address.js'
import type { ArrivedMail } from '../incoming-mail.js'

export function namesOf(mail: ArrivedMail): Partial<Origin> {
  try {
    const { headers } = mail.read()
    const mailbox = readMailbox(headers.get('from') ?? '')
    return { messageId: headers.ids('message-id')[0], peer: { mailbox } }
  } catch {
    return {}
  }
}
