/** Writes an envelope as it is processed (XOP §3): what parts stand for stands in it, in canonical base64. */
import { type Cut, splice } from '../../xml/splice.js'
import type { Walk } from '../../xml/walk.js'
import { writingBase64 } from '../../xml/write-base64.js'
import type { Inclusions } from './inclusions.js'

/**
 * @param text        the envelope that they were found in
 * @param inclusions  loaded
 */
export function* reconstituting(text: string, { all }: Inclusions): Walk<string> {
  const cuts: Cut[] = []
  for (const { element, content } of all) {
    const { loaded } = content
    if (!loaded) throw new TypeError('bytes that stand for text were not loaded')
    const { start, end } = element
    cuts.push({ start, end, insert: yield* writingBase64(loaded) })
  }
  return splice(text, cuts)
}
