/** The contract of the small store beside the jobs: bindings of keys, and bytes too large for a job. */

/**
 * Keys are plain ASCII without NUL, of at most 200 characters; those of one queue share no namespace
 * with another's. Each method has its own deadline.
 *
 * @throws QueueUnavailable from every method, if the store does not answer
 */
export interface Store {
  /**
   * Binds a key to a value unless it is bound already.
   *
   * @param milliseconds  for which a new binding is kept, unless `keep` is called
   * @returns the value that the key is bound to now
   */
  claim(key: string, value: string, milliseconds: number): Promise<string>
  /**
   * Keeps bytes under a key, in place of those that are there.
   *
   * @param milliseconds  for which they are kept, unless `keep` is called
   */
  put(key: string, bytes: Uint8Array, milliseconds: number): Promise<void>
  /** What `put` kept; undefined if there is nothing, or no longer. */
  get(key: string): Promise<Buffer | undefined>
  /** Keeps what the keys hold without an end. Keys that hold nothing change nothing. */
  keep(keys: readonly string[]): Promise<void>
  /** Keeps what the keys hold for so long from now. Keys that hold nothing change nothing. */
  expire(keys: readonly string[], milliseconds: number): Promise<void>
  remove(keys: readonly string[]): Promise<void>
}
