/** XML Signature (core validation and generation), on the tree that is consumed: SignatureValue first, then digests. */
export { type Ids, readingIds } from './ids.js'
export { lastingValue } from './lasting.js'
export type { ReferenceParts, SignatureParts, TransformParts } from './parts.js'
export { readSignature } from './read.js'
export { type SignedElement, type Verification, verifyingSignature } from './verify.js'
export { type SignedPart, type Signing, writingSignature } from './write.js'
