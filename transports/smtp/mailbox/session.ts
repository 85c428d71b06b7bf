/** One connection to a mailbox: what is in the folder, one mail's bytes, and moving a mail elsewhere. */
import { once } from 'node:events'
import type { ImapFlow, ListResponse } from 'imapflow'
import { onAbort, untilAborted } from '#transport'
import type { AccessToken } from '../access-token.js'
import { authOf, connectionOf, MailboxFailure, PIECE } from './connection.js'
import type { MailboxOptions } from './options.js'

/** Mails whose sizes are asked for at once. */
const SLICE = 500

export class ImapSession {
  readonly #client: ImapFlow
  readonly #closed: Promise<void>
  /** Mail has come since the last `list`. */
  #news = false
  #wake: (() => void) | undefined

  private constructor(client: ImapFlow) {
    this.#client = client
    // Not by node:events, which takes an error for the end of the waiting.
    this.#closed = new Promise((resolve) => client.on('close', () => resolve()))
    client.on('exists', () => {
      this.#news = true
      this.#wake?.()
    })
  }

  /**
   * Logs in, makes the folders that are missing and opens the one that mail comes to.
   *
   * @param token  where access tokens come from, for a login by OAuth2
   * @param signal  ends the attempt
   * @throws MailboxFailure
   */
  static async open(
    options: MailboxOptions,
    token: AccessToken | undefined,
    signal: AbortSignal,
  ): Promise<ImapSession> {
    // Only here: a node without a mailbox need not have the library in memory.
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow({ ...connectionOf(options), auth: await authOf(options, token) })
    // Every error is followed by the end of the connection, which is what is acted upon.
    client.on('error', () => undefined)
    const prepare = async () => {
      await client.connect()
      const session = new ImapSession(client)
      // RFC 3501 §6.3.3: CREATE of a folder that exists may be answered with NO, whatever it says.
      const listed = await client.list()
      for (const folder of new Set([options.done, options.failed])) {
        if (!listed.some((one) => isListed(folder, one))) await client.mailboxCreate(pathOf(folder))
      }
      await client.mailboxOpen(pathOf(folderOf(options.url)))
      return session
    }
    try {
      // What is closed while it connects does not say that it will not.
      return await untilAborted(signal, prepare)
    } catch (error) {
      client.close()
      const { authenticationFailed, responseText, message } = error as ImapError
      if (authenticationFailed) token?.forget()
      const what = authenticationFailed ? 'refuses the login' : 'cannot be used'
      const { host } = new URL(options.url)
      throw new MailboxFailure(`the mailbox at ${host} ${what}: ${responseText ?? message}`, {
        cause: error,
      })
    }
  }

  /**
   * Logs in and out again, and changes nothing.
   *
   * @throws Error of the library, or of the connection
   */
  static async tryLogin(options: MailboxOptions, token: AccessToken | undefined): Promise<void> {
    const { ImapFlow } = await import('imapflow')
    const client = new ImapFlow({ ...connectionOf(options), auth: await authOf(options, token) })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } finally {
      client.close()
    }
  }

  /** Names the numbering of the mails: under another one the same number is another mail. */
  get numbering(): string {
    const { mailbox } = this.#client
    return mailbox === false ? '' : String(mailbox.uidValidity)
  }

  /**
   * @param since  day of the oldest to be listed
   * @returns numbers of the mails in the folder, oldest first
   */
  async list(since?: Date): Promise<readonly number[]> {
    this.#news = false
    const wanted = { deleted: false, ...(since && { since }) }
    const found = await this.#ask(this.#client.search(wanted, { uid: true }))
    if (!found) throw new MailboxFailure('the folder cannot be looked through')
    return found
  }

  /** @returns bytes of each mail by its number; what is no longer there is left out */
  async sizes(numbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const sizes = new Map<number, number>()
    for (let from = 0; from < numbers.length; from += SLICE) {
      const range = numbers.slice(from, from + SLICE).join(',')
      const query = { uid: true, size: true }
      for (const { uid, size } of await this.#ask(
        this.#client.fetchAll(range, query, { uid: true }),
      )) {
        sizes.set(uid, size ?? Number.POSITIVE_INFINITY)
      }
    }
    return sizes
  }

  /**
   * @param most  bytes that are fetched
   * @param take  gets the mail's bytes, one piece after the other
   * @returns false if it is no longer there
   * @throws what `take` throws
   */
  async fetch(
    number: number,
    most: number,
    take: (piece: Buffer) => Promise<void> | undefined,
  ): Promise<boolean> {
    for (let start = 0; start < most; ) {
      const maxLength = Math.min(PIECE, most - start)
      const query = { uid: true, source: { start, maxLength } }
      const found = await this.#ask(this.#client.fetchOne(String(number), query, { uid: true }))
      const { source } = found || {}
      // Behind its last byte, some say nothing and some an empty text.
      if (!found || !source) return found !== false && start > 0
      await take(source)
      if (source.length < maxLength) break
      start += source.length
    }
    return true
  }

  /** @throws MailboxFailure if it is not in the other folder for sure: then it is still in this one */
  async move(number: number, folder: string): Promise<void> {
    if (await this.#tryMove(number, folder)) return
    // Somebody may have removed the folder.
    await this.#ask(this.#client.mailboxCreate(pathOf(folder)))
    if (await this.#tryMove(number, folder)) return
    throw new MailboxFailure(`the mail cannot be moved to the folder ${folder}`)
  }

  /** Not imapflow's own way without the MOVE extension: it deletes what it could not copy. */
  async #tryMove(number: number, folder: string): Promise<boolean> {
    const range = String(number)
    // Its types do not know that it takes paths here, too.
    const path = pathOf(folder) as unknown as string
    if (this.#client.capabilities.has('MOVE')) {
      return Boolean(await this.#ask(this.#client.messageMove(range, path, { uid: true })))
    }
    if (!(await this.#ask(this.#client.messageCopy(range, path, { uid: true })))) return false
    return this.#ask(this.#client.messageDelete(range, { uid: true }))
  }

  /**
   * Waits for new mail, which may have come since the last `list`, or for the end of the connection.
   *
   * @param signal  ends the waiting
   */
  async waitForMail(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#news) return
    // Ended by the next thing that is asked; without IDLE it asks now and then whether there is news.
    this.#client.idle().catch(() => this.#client.close())
    const news = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    await Promise.race([news, this.#closed, once(signal, 'abort')])
  }

  /** Says goodbye, for as long as the deadline allows. */
  async close(deadline: AbortSignal): Promise<void> {
    const cut = () => this.#client.close()
    const gone = deadline.aborted || !this.#client.usable
    const left = gone ? cut() : this.#client.logout().catch(cut)
    await onAbort(deadline, cut, Promise.all([left, this.#closed]))
  }

  async #ask<Answer>(question: Promise<Answer>): Promise<Answer> {
    try {
      return await question
    } catch (error) {
      throw new MailboxFailure('the connection to the mailbox has ended', { cause: error })
    }
  }
}

interface ImapError extends Error {
  readonly authenticationFailed?: boolean
  readonly responseText?: string
}

/** The folder that a URL names, which is INBOX if it names none. */
export function folderOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX'
}

/** Some servers keep all folders below INBOX. */
function isListed(folder: string, { path, delimiter }: ListResponse): boolean {
  const own = pathOf(folder).join(delimiter)
  return path === own || path === `INBOX${delimiter}${own}`
}

/** Levels are parted by `/` for us, and by whatever it likes for the other side. */
function pathOf(folder: string): string[] {
  return folder.split('/')
}
