/** Mails of any size, made as they are sent and digested as they come, so that no test has one in memory. */
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { multipart } from '../../../src/message/mime/index.js'
import { Spools } from '../../../src/message/spool/index.js'
import type { OutboundMessage } from '../../../src/transport.js'
import { SMTP_BOUNDS } from '../../../transports/smtp/bounds.js'
import { ArrivingMail } from '../../../transports/smtp/incoming-mail.js'
import { sha256 } from '../wire/upload.js'

/** A mail with the attachments of a message, which is sent as often as it is read. */
export async function* largeMail(
  message: OutboundMessage,
  fields: Readonly<Record<string, string>>,
): AsyncIterable<Uint8Array> {
  const { contentType, stream } = multipart(message, 'text')
  const all = { From: 'peer@partner.example', 'MIME-Version': '1.0', ...fields }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  yield Buffer.from(`${head.join('')}Content-Type: ${contentType.replace(/; /g, ';\r\n ')}\r\n\r\n`)
  yield* stream()
}

/**
 * Sends it over a bare socket; no line of it begins with a dot.
 *
 * @returns the reply to it
 */
export async function sendLarge(
  port: number,
  to: string,
  mail: AsyncIterable<Uint8Array>,
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  let heard = ''
  const reply = async () => {
    for (;;) {
      const [whole] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(heard) ?? []
      if (whole !== undefined) {
        heard = heard.slice(whole.length)
        return whole.trimEnd()
      }
      // How long a large mail may take is the test's own deadline.
      heard += (await once(socket, 'data')).toString()
    }
  }
  await reply()
  for (const line of ['EHLO a.example', 'MAIL FROM:<peer@partner.example>', `RCPT TO:<${to}>`]) {
    socket.write(`${line}\r\n`)
    await reply()
  }
  socket.write('DATA\r\n')
  await reply()
  for await (const piece of mail) if (!socket.write(piece)) await once(socket, 'drain')
  socket.write('\r\n.\r\n')
  const last = await reply()
  socket.destroy()
  return last
}

/** What a relay was given: the first part of a mail as text, and of each other one its digest. */
export interface DigestedMail {
  readonly to: readonly string[]
  readonly text: string
  readonly digests: readonly string[]
}

export interface DigestingSink {
  readonly url: string
  /** Waits for the mail of this number, the first being 0. */
  mail(index: number): Promise<DigestedMail>
  close(): Promise<void>
}

export async function digestingSink(): Promise<DigestingSink> {
  const mails: DigestedMail[] = []
  const events = new EventEmitter()
  const spools = new Spools()
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      const spool = spools.open()
      const mail = new ArrivingMail(spool, SMTP_BOUNDS.receiving)
      for await (const piece of stream) await mail.write(piece)
      const whole = (await mail.end()).read()
      const [first = whole, ...others] = whole.parts
      const digests: string[] = []
      for (const part of others) digests.push(await sha256((await part.body()).stream()))
      const text = Buffer.from(await first.bytes()).toString('utf8')
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), text, digests })
      await spool.close()
      done()
      events.emit('mail')
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async mail(index) {
      for (;;) {
        const mail = mails[index]
        if (mail) return mail
        await once(events, 'mail')
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
