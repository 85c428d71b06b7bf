/** Reads the text of a search as ids of a message, the same for jobs and for the journal. */

/**
 * The ids that a text may stand for: itself; a Message-ID with or without its brackets, and the id of a
 * job in one that this node has written; a trace id as the exchange that began the trace.
 */
export function idsFrom(text: string): readonly string[] {
  const bare = text.trim().replace(/^<(.*)>$/, '$1')
  const [local = ''] = bare.split('@')
  const dashed = bare
    .toLowerCase()
    .replace(
      /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/,
      '$1-$2-$3-$4-$5',
    )
  return [...new Set([bare, `<${bare}>`, unescaped(local), bare.toLowerCase(), dashed])].filter(
    (id) => id !== '',
  )
}

/** The reverse of how the transports escape the id of a job. */
function unescaped(local: string): string {
  try {
    return decodeURIComponent(local)
  } catch {
    return local
  }
}
