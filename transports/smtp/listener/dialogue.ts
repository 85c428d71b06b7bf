/** Decides the reply to each command of a peer: who may send, to whom, and whether a mail is taken. */
import {
  admits,
  type Binary,
  type InboundMessage,
  type Outcome,
  type Peer,
  type Receive,
  type Sliceable,
  type TransportLog,
  verdictOn,
} from '#transport'
import type { Part } from '#transport/mime'
import { Addresses, perEntry, type Recipient, readUnicode } from '../address.js'
import { decode, messageIdOf } from '../decode.js'
import type { ArrivedMail } from '../incoming-mail.js'
import type { SmtpOptions } from '../options.js'
import { checkAdmission, withIdentity } from '../policy/admission.js'
import { type Proof, prove, type Resolve } from '../policy/proof.js'
import type { PublicAnswers } from '../policy/public-answers.js'
import { Quarantine } from '../policy/quarantine.js'
import { Quota, takeAnswers } from '../policy/quota.js'
import { asRefusal, checkOutcomes, SmtpRefusal } from '../status.js'
import type { Connection } from './connection.js'
import { namesOf } from './names.js'
import { type PassOn, Postmaster } from './postmaster.js'
import { Senders } from './senders.js'

/** What has been said on a connection up to a command. */
export interface DialogueState {
  readonly connection: Connection
  /** Name that AUTH has proven. */
  readonly user: string | undefined
  /** Name in EHLO or HELO. */
  readonly greeting: string
  readonly secure: boolean
  /** Addresses of MAIL and RCPT as they were accepted. */
  readonly returnPath: string
  readonly recipients: readonly string[]
}

const MINUTE = 60_000

interface Others {
  readonly resolve: Resolve
  /** None: mail for the postmaster is kept. */
  readonly passOn: PassOn | undefined
}

export class Dialogue {
  #options: SmtpOptions
  #addresses: Addresses
  #senders: Senders
  readonly #resolve: Resolve
  readonly #log: TransportLog
  readonly #mails: Quota
  readonly #answers: Quota
  readonly #strangers: PublicAnswers
  readonly #quarantine: Quarantine | undefined
  readonly #postmaster: Postmaster

  constructor(
    options: SmtpOptions,
    log: TransportLog,
    strangers: PublicAnswers,
    { resolve, passOn }: Others,
  ) {
    this.#options = options
    this.#addresses = new Addresses(options)
    this.#senders = new Senders(options)
    this.#resolve = resolve
    this.#log = log
    this.#mails = new Quota(options.maxMailsPerMinute, MINUTE)
    this.#answers = new Quota(options.maxAnswersPerHour, 60 * MINUTE)
    this.#strangers = strangers
    const { quarantineFolder, quarantine } = options
    if (quarantineFolder !== undefined && quarantine)
      this.#quarantine = new Quarantine(quarantineFolder, quarantine)
    this.#postmaster = new Postmaster(options, passOn, this.#quarantine)
  }

  /** Decides by other options from the next command on; what was counted counts on. */
  use(options: SmtpOptions): void {
    this.#options = options
    this.#addresses = new Addresses(options)
    this.#senders = new Senders(options)
  }

  /** @throws SmtpRefusal 535, 454 */
  authenticate({ connection }: DialogueState, name: string, password: string): Promise<string> {
    return this.#senders.authenticate(connection, name, password)
  }

  /**
   * MAIL
   *
   * @param size  bytes that the mail will have, if its sender says so
   * @throws SmtpRefusal
   */
  mail({ connection, secure }: DialogueState, address: string): void {
    if (this.#options.requireTls && !secure) {
      throw new SmtpRefusal('530 5.7.0', 'over TLS only: STARTTLS first')
    }
    if (address !== '' && readUnicode(address) === undefined) {
      throw new SmtpRefusal('553 5.1.7', 'not an address that can be answered')
    }
    if (!this.#mails.take(connection.address)) {
      throw new SmtpRefusal('450 4.7.1', 'too many mails, try again later')
    }
  }

  /**
   * RCPT
   *
   * @throws SmtpRefusal
   */
  recipient(state: DialogueState, address: string): void {
    try {
      this.#admitTo(state, address)
    } catch (error) {
      if (error instanceof SmtpRefusal) error.about = { recipients: [address] }
      throw error
    }
  }

  #admitTo(state: DialogueState, address: string): void {
    if (this.#isForPostmaster(address)) return
    const { senders, open } = this.#find(address)
    // Reports have no return path, and may come from any host.
    if (open || state.returnPath === '') return
    this.#senders.admit(senders, this.#peerOf(state))
  }

  /**
   * DATA: resolves once the mail is accepted for every recipient.
   *
   * @throws SmtpRefusal
   */
  async message(state: DialogueState, mail: ArrivedMail, receive: Receive): Promise<void> {
    const recipients = state.recipients.filter((address) => !this.#isForPostmaster(address))
    const all = recipients.length === state.recipients.length
    const forNode = all ? state : { ...state, recipients }
    let messages: readonly InboundMessage[] | undefined
    try {
      messages = recipients.length === 0 ? [] : await this.#read(forNode, mail)
      const outcomes = await this.#strangers.handing(messages, receive)
      this.#lookAt(outcomes)
      checkOutcomes(outcomes)
      if (all) return
      const reached = await this.#postmaster.take(state, mail.bytes)
      this.#log.debug({ transport: 'smtp', reached }, 'mail for the postmaster')
    } catch (thrown) {
      const error = asRefusal(thrown)
      if (error instanceof SmtpRefusal) {
        const { messageId, peer } = messages?.[0]?.origin ?? namesOf(mail)
        const kept = error.unreadable
          ? await this.#keep(forNode, mail.bytes, error, messages)
          : undefined
        error.about = { ...error.about, messageId, from: peer?.mailbox ?? state.returnPath, kept }
      }
      throw error
    }
  }

  /** @throws SmtpRefusal */
  async #read(state: DialogueState, arrived: ArrivedMail): Promise<readonly InboundMessage[]> {
    const mail = arrived.read()
    const all = state.recipients.map((address) => this.#find(address))
    const recipients = all.length > 1 ? perEntry(all) : all
    const shown = this.#peerOf(state)
    const proof = this.#wantsProof(recipients, shown)
      ? await this.#prove(state, arrived.bytes, mail)
      : undefined
    const peer = { ...shown, domains: proof?.domains }
    const returnPath = state.returnPath === '' ? '' : (readUnicode(state.returnPath) ?? '')
    const addresses = all.map(({ address }) => address)
    const named = messageIdOf(arrived)
    const messageId = typeof named === 'string' ? named : await named
    const facts = { recipients: addresses, messageId, returnPath, peer }
    const messages: InboundMessage[] = []
    for (const recipient of recipients) {
      const delivery = { recipient, ...facts }
      const message = await decode(mail, delivery, this.#addresses, this.#options)
      if (message) messages.push(message)
    }
    const identified = withIdentity(messages, this.#senders.credentials)
    checkAdmission(identified, this.#senders.deciding(proof))
    takeAnswers(identified, this.#answers)
    return identified
  }

  /** The sending mail system tells the author of a refused mail; the quarantine shows it to the operator. */
  async #keep(
    state: DialogueState,
    bytes: Sliceable,
    { responseCode, message }: SmtpRefusal,
    messages: readonly InboundMessage[] | undefined,
  ): Promise<string | undefined> {
    const { connection, returnPath, recipients } = state
    // The content of a mail that could not be read says nothing about its sender.
    const admitted = messages
      ? messages.every((message) => verdictOn(message) === 'admitted')
      : recipients.every((address) => admits(this.#find(address).senders, this.#peerOf(state)))
    const cause = { reply: `${responseCode} ${message}`, peer: connection.address, admitted }
    try {
      return await this.#quarantine?.keep(bytes, { ...cause, returnPath, recipients })
    } catch (err) {
      this.#log.error({ transport: 'smtp', err }, 'a refused mail cannot be kept')
      return undefined
    }
  }

  #peerOf(state: DialogueState): Peer {
    return this.#senders.of(state.connection, peerOf(state))
  }

  #isForPostmaster(address: string): boolean {
    return this.#postmaster.takes && this.#addresses.find(address) === 'postmaster'
  }

  #find(address: string): Recipient {
    const found = this.#addresses.find(address)
    if (found === 'foreign') throw new SmtpRefusal('554 5.7.1', 'no mail for others is taken')
    if (typeof found === 'string') throw new SmtpRefusal('550 5.1.1', 'no such address')
    return found
  }

  /** True if DNS has to be asked. */
  #wantsProof(recipients: readonly Recipient[], peer: Peer): boolean {
    if (this.#options.proveAlways) return true
    return recipients.some(({ senders }) => this.#senders.asksForProof(senders, peer))
  }

  #prove(
    { connection, greeting, returnPath }: DialogueState,
    bytes: Binary,
    mail: Part,
  ): Promise<Proof> {
    const origin = { address: connection.address, greeting, returnPath }
    const lookups = { resolve: this.#resolve, timeout: this.#options.dnsTimeout }
    return prove(bytes, mail.headers, origin, lookups)
  }

  #lookAt(outcomes: readonly Outcome[]): void {
    for (const { kind } of outcomes) {
      if (kind !== 'reply' && kind !== 'fault') continue
      this.#log.warn({ transport: 'smtp', kind }, 'an answer had nowhere to go')
    }
  }
}

function peerOf({ connection: { address, shown }, user }: DialogueState): Peer {
  return { address, user, ...shown }
}
