/** Where a journal is in Redis: streams of pages, and a list of envelopes for each exchange that has some. */

export interface Keys {
  /** Stream: what is known of each page, and which exchanges have envelopes, oldest first. */
  readonly index: string
  /** Stream with the same ids: the lines of each page. */
  readonly lines: string
  /** Hash: `bytes` and `entries` of all of it. */
  readonly sizes: string
  /** Before the id of an exchange: list of its envelopes. */
  readonly envelopes: string
}

/** In braces all of them are on one node of a Cluster; elsewhere they change nothing. */
export function keysOf(prefix: string): Keys {
  // With the version of what is kept: what others left goes by itself.
  const base = `{${prefix}}:journal:2`
  return {
    index: base,
    lines: `${base}:lines`,
    sizes: `${base}:sizes`,
    envelopes: `${base}:envelopes:`,
  }
}
