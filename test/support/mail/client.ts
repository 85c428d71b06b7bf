/** A client that asks by mail, and gets the mail that answers. */
import { Waiting } from '../waiting.js'
import { Heard } from '../wire/wire.js'
import { type Destination, field, type Letter, type PostOffice } from './post-office.js'
import { mailOf } from './smtp.js'

export class MailClient {
  readonly #answers = new Map<string, Letter[]>()
  readonly #waiting = new Waiting()
  #sent = 0

  /** Takes the mail of the client's domain. */
  readonly destination: Destination = (letter) => {
    const of = field(letter, 'In-Reply-To') ?? ''
    this.#answers.set(of, [...(this.#answers.get(of) ?? []), letter])
    this.#waiting.changed()
    return []
  }

  /** @returns its Message-ID */
  post(
    office: PostOffice,
    to: string,
    envelope: string,
    headers: Readonly<Record<string, string>> = {},
  ): string {
    this.#sent += 1
    const id = `<${this.#sent}@client.example>`
    const from = 'person@client.example'
    const fields = { From: from, To: to, 'Message-ID': id, ...headers }
    office.post({ from, to, content: `${mailOf(envelope, fields)}\r\n` })
    return id
  }

  /** Mails that answer the one of a Message-ID, so far. */
  answersTo(id: string): readonly Letter[] {
    return this.#answers.get(id) ?? []
  }

  /** @throws Error if none has come in time */
  async answerTo(id: string): Promise<Heard> {
    const letter = await this.#waiting.until(
      () => this.answersTo(id)[0],
      () => `no answer to ${id} came by mail`,
    )
    return new Heard(0, new Headers(), bodyOf(letter))
  }
}

/** The envelope of a mail whose only part it is. */
export function bodyOf({ content }: Pick<Letter, 'content'>): string {
  const body = content.slice(content.indexOf('\r\n\r\n') + 4)
  if (/^Content-Transfer-Encoding: base64/im.test(content)) {
    return Buffer.from(body, 'base64').toString('utf8')
  }
  const plain = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1').toString('utf8').trimEnd()
}
