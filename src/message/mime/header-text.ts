/** Writes texts from peers into header fields, so that no line of theirs becomes a header field. */

/** Characters of a text: longer subjects are cut off. */
const MAX_TEXT_LENGTH = 250
/** Bytes of an encoded word's text: the whole word has 75 characters at most. */
const WORD = 45
/** Ids that a References field may have, and characters of one. */
const MAX_IDS = 20
const MAX_ID_LENGTH = 250

/** A text for people, in encoded words (RFC 2047) where it needs them. */
export function foldedText(text: string): string {
  const clean = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim()]
    .slice(0, MAX_TEXT_LENGTH)
    .join('')
  const plain = /^[ -~]*$/.test(clean) && !clean.includes('=?')
  return plain ? clean : words(clean).join('\r\n ')
}

/** Readers decode each word by itself: none may end in the middle of a character. */
function words(text: string): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of text) {
    if (Buffer.byteLength(piece + letter) > WORD) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`)
}

/** Message-IDs, each on its own line, without invalid ones and without the oldest beyond a limit. */
export function foldedIds(ids: readonly string[]): string {
  return [...new Set(ids)]
    .filter((id) => id.length <= MAX_ID_LENGTH && /^<[!-;=?A-~]+@[!-;=?A-~]+>$/.test(id))
    .slice(-MAX_IDS)
    .join('\r\n ')
}
