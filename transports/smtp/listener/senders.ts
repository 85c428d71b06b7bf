/** Tells who sends on a connection: by AUTH, by TLS, and by the name that the configuration gives a peer for it. */
import {
  admits,
  asksForCredentials,
  asksForProof,
  type Credentials,
  isUser,
  NO_CREDENTIALS,
  NotChecked,
  type Peer,
  type SenderRule,
} from '#transport'
import type { SmtpOptions } from '../options.js'
import type { Deciding } from '../policy/admission.js'
import type { Proof } from '../policy/proof.js'
import { refused, SmtpRefusal } from '../status.js'
import type { Connection } from './connection.js'

/** Wrong passwords on one connection. */
const MAX_FAILURES = 3

type Options = Pick<SmtpOptions, 'users' | 'credentials'>

export class Senders {
  readonly #users: Options['users']
  readonly credentials: Credentials

  constructor({ users, credentials = NO_CREDENTIALS }: Options) {
    this.#users = users
    this.credentials = credentials
  }

  /**
   * AUTH: a name in `smtp.users`, or of a peer.
   *
   * @throws SmtpRefusal 535, 454
   */
  async authenticate(connection: Connection, user: string, password: string): Promise<string> {
    const proven = await this.#prove(connection, user, password)
    if (proven) return user
    connection.failures += 1
    const refusal = new SmtpRefusal('535 5.7.8', 'not a name with its password')
    if (connection.failures >= MAX_FAILURES) connection.refuse('421 4.7.0 too many wrong passwords')
    throw refusal
  }

  async #prove(connection: Connection, user: string, password: string): Promise<boolean> {
    const { kinds } = this.credentials
    if (Object.hasOwn(this.#users, user) || !kinds.includes('password')) {
      return isUser(this.#users, user, password)
    }
    try {
      const name = await this.credentials.password(user, password, connection.address)
      connection.proven = name === undefined ? undefined : { user, name }
      return name !== undefined
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error
      // RFC 4954 §6: 454 4.7.0, a temporary failure of authentication.
      throw new SmtpRefusal('454 4.7.0', 'too many passwords, try again later')
    }
  }

  /** With the name that AUTH has proven for it, and the one that all of it tells. */
  of({ proven }: Connection, peer: Peer): Peer {
    // RFC 3207 §4.2: what was said before TLS began counts no longer.
    const name = proven?.user === peer.user ? proven?.name : undefined
    const named = name === undefined ? peer : { ...peer, name }
    const identity = this.credentials.peerOf(named)
    return identity === undefined ? named : { ...named, identity }
  }

  /**
   * Before the mail is in, from which more can be proven.
   *
   * @throws SmtpRefusal 550, 530
   */
  admit(rules: readonly SenderRule[], peer: Peer): void {
    if (!admits(rules, peer, 'connection', this.credentials.byMail))
      throw this.#refusal(rules, peer)
  }

  /** True if DNS has to tell whose mail it is. */
  asksForProof(rules: readonly SenderRule[], peer: Peer): boolean {
    return asksForProof(rules, peer, this.credentials.byMail)
  }

  /** What decides on a mail that is in. */
  deciding(proof: Proof | undefined): Deciding {
    return { complete: proof?.complete, byMail: this.credentials.byMail, auth: this.#auth }
  }

  get #auth(): boolean {
    return Object.keys(this.#users).length > 0 || this.credentials.kinds.includes('password')
  }

  #refusal(rules: readonly SenderRule[], peer: Peer): SmtpRefusal {
    return refused(this.#auth && asksForCredentials(rules, peer) ? 'unauthenticated' : 'forbidden')
  }
}
