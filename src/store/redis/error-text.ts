/** Errors of Redis and of its connection in words for operators. */

/** The message of an error; where there is no connection, that, and not the options of a library that describe it. */
export function sentenceOf(error: unknown): string {
  const sentence = error instanceof Error ? error.message || error.name : String(error)
  return /enableOfflineQueue|Connection is closed|max retries per request/i.test(sentence)
    ? 'there is no connection'
    : sentence
}
