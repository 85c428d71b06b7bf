/** Looks for what no SMTP line holds: CR or LF alone, and NUL (RFC 5321 §2.3.8, §4.1.1.4). */

export type Offence = 'LF' | 'CR' | 'NUL'

export interface Look {
  /** What stands before the line with the offence. */
  readonly clean: Uint8Array
  readonly lines: number
  readonly offence: Offence | undefined
}

const NUL = 0x00
const LF = 0x0a
const CR = 0x0d

/**
 * RFC 5321 §4.1.1.4: receivers that take a LF alone for an end of line have let second mails be
 * smuggled in past nodes that do not. So there is no such byte in what is taken.
 */
export class Screen {
  /** True if the last byte was a CR, which a LF has to follow. */
  #open = false

  look(bytes: Uint8Array): Look {
    let clean = 0
    let lines = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte > CR) {
        if (this.#open) return offended(bytes, clean, lines, 'CR')
      } else if (byte === LF) {
        if (!this.#open) return offended(bytes, clean, lines, 'LF')
        this.#open = false
        lines += 1
        clean = at + 1
      } else if (this.#open) {
        return offended(bytes, clean, lines, 'CR')
      } else if (byte === CR) {
        this.#open = true
      } else if (byte === NUL) {
        return offended(bytes, clean, lines, 'NUL')
      }
    }
    return { clean: bytes, lines, offence: undefined }
  }
}

function offended(bytes: Uint8Array, clean: number, lines: number, offence: Offence): Look {
  return { clean: bytes.subarray(0, clean), lines, offence }
}
