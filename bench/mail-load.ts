/** Sends mails on kept connections, the next as soon as the one before is taken. */
import { connect, type Socket } from 'node:net'

/** A connection that has been greeted. */
export class MailClient {
  readonly #socket: Socket
  #text = ''
  #wake: () => void = () => undefined

  private constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (bytes) => {
      this.#text += bytes.toString('latin1')
      this.#wake()
    })
    this.#socket.on('close', () => {
      this.#text += '421 closed\r\n'
      this.#wake()
    })
  }

  static async open(port: number): Promise<MailClient> {
    const client = new MailClient(port)
    await client.#heard('220')
    client.#socket.write('EHLO bench.example\r\n')
    await client.#heard('250')
    return client
  }

  /** Commands go together (RFC 2920), then the mail, which ends with a line of its own. */
  async send(to: string, mail: string): Promise<void> {
    this.#socket.write(`MAIL FROM:<a@bench.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
    await this.#heard('250')
    await this.#heard('250')
    await this.#heard('354')
    this.#socket.write(`${mail}\r\n.\r\n`)
    await this.#heard('250')
  }

  close(): void {
    this.#socket.destroy()
  }

  async #heard(code: string): Promise<void> {
    for (;;) {
      const end = /^(?:\d{3}-[^\n]*\n)*(\d{3}) [^\n]*\n/.exec(this.#text)
      if (end) {
        this.#text = this.#text.slice(end[0].length)
        if (end[1] === code) return
        throw new Error(`expected ${code}, heard ${end[0]}`)
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
