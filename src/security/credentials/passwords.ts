/** Finds the peer that a name and a password are of, a few at once. */
import type { PeerConfig } from '../../config/security.js'
import { isUser } from '../password.js'
import type { CheckSlots } from './check-slots.js'

export class Passwords {
  /** What is kept of passwords, and whose each is, by the name that is shown. */
  readonly #kept: Readonly<Record<string, string>>
  readonly #peers: ReadonlyMap<string, string>
  readonly #slow: boolean
  readonly #slots: CheckSlots

  constructor(peers: Readonly<Record<string, PeerConfig>>, slots: CheckSlots) {
    const kept = Object.entries(peers).flatMap(([peer, { user = peer, password }]) =>
      password === undefined ? [] : [{ user, peer, password }],
    )
    this.#kept = Object.fromEntries(kept.map(({ user, password }) => [user, password]))
    this.#peers = new Map(kept.map(({ user, peer }) => [user, peer]))
    this.#slow = kept.some(({ password }) => password.startsWith('scrypt:'))
    this.#slots = slots
  }

  get any(): boolean {
    return this.#peers.size > 0
  }

  /**
   * It takes as long for every name, known or not.
   *
   * @throws NotChecked busy
   */
  async check(
    user: string,
    password: string,
    address: string | undefined,
  ): Promise<string | undefined> {
    const work = () => isUser(this.#kept, user, password)
    const proven = this.#slow ? await this.#slots.take(address, work) : await work()
    return proven ? this.#peers.get(user) : undefined
  }
}
