/** The encoding of SOAP by which an encoded message is written, in either version. */
import { ENCODING_11, ENCODING_12, type VersionName } from '../../soap/version.js'

const ENCODINGS: readonly (string | undefined)[] = [ENCODING_11, ENCODING_12]

/** Each version of SOAP has an encoding of its own; another one is the same in both. */
export function encodingStyleFor(soap: VersionName, style: string | undefined): string | undefined {
  if (!ENCODINGS.includes(style)) return style
  return soap === '1.1' ? ENCODING_11 : ENCODING_12
}
