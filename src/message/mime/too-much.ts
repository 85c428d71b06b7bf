/** Thrown for what is MIME, and more than a bound allows. */
import { MalformedMime } from './malformed.js'

export class TooMuch extends MalformedMime {
  /** @param sentence  which bound, for the sender to read */
  constructor(sentence: string) {
    super(sentence)
    this.name = 'TooMuch'
  }
}
