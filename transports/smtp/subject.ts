/** Reads the subject of a mail as people see it, for the subject of its answer. */

/** RFC 5322 §2.1.1: a line has 998 characters at most; a subject that fills one says enough. */
const MAX_LENGTH = 998
/** Characters of the field that are read: in encoded words, each one of the subject takes up to a dozen. */
const MAX_FIELD_LENGTH = 16 * 1024

/**
 * @param field  its value as it came, without line breaks
 * @returns no promise if it has no encoded words
 */
export function readSubject(field: string): string | Promise<string> {
  const beginning = field.slice(0, MAX_FIELD_LENGTH)
  return beginning.includes('=?') ? decoded(beginning).then(printable) : printable(beginning)
}

/** RFC 2047: words in any charset. */
async function decoded(text: string): Promise<string> {
  // Only here: it brings the tables of all charsets along, and the subjects that programs write are in ASCII.
  const { default: libmime } = await import('libmime')
  return libmime.decodeWords(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const CONTROLS = /[\u0000-\u001f\u007f]/g

function printable(subject: string): string {
  return subject.slice(0, MAX_LENGTH).replace(CONTROLS, ' ')
}
