/** What an error of Redis, or of the way to it, says to people. */

/** What an error says; that of a connection that is down says it in the words of a library. */
export function sentenceOf(error: unknown): string {
  const sentence = error instanceof Error ? error.message || error.name : String(error)
  return /enableOfflineQueue|Connection is closed|max retries per request/i.test(sentence)
    ? 'there is no connection'
    : sentence
}
