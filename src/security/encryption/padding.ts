/** The paddings of RSA encryption (RFC 8017): node:crypto cannot mix hashes, nor reject without telling. */
import { createHash, randomBytes } from 'node:crypto'
import type { HashName } from './algorithms.js'

export interface Oaep {
  readonly digest: HashName
  /** Of MGF1. */
  readonly mask: HashName
  readonly label: Buffer
}

/** Octets of a modulus that are not the key's. */
export function overheadOf({ digest }: Oaep): number {
  return 2 * lengthOf(digest) + 2
}

/** RFC 8017 §7.1.1 step 2. */
export function padOaep(key: Buffer, length: number, oaep: Oaep): Buffer {
  const hash = lengthOf(oaep.digest)
  const seed = randomBytes(hash)
  const block = Buffer.alloc(length - hash - 1)
  labelHash(oaep).copy(block)
  block[block.length - key.length - 1] = 1
  key.copy(block, block.length - key.length)
  const masked = xor(block, mask(oaep.mask, seed, block.length))
  return Buffer.concat([Buffer.alloc(1), xor(seed, mask(oaep.mask, masked, hash)), masked])
}

/**
 * RFC 8017 §7.1.2 step 3, for a key whose length is known: everything else has its place.
 *
 * @param instead  what it gives for any other padding, without telling so
 */
export function unpadOaep(padded: Buffer, instead: Buffer, oaep: Oaep): Buffer {
  const hash = lengthOf(oaep.digest)
  const masked = padded.subarray(1 + hash)
  const seed = xor(padded.subarray(1, 1 + hash), mask(oaep.mask, masked, hash))
  const block = xor(masked, mask(oaep.mask, seed, masked.length))
  const one = block.length - instead.length - 1
  let bad = isOther(padded[0] ?? 1, 0) | difference(block.subarray(0, hash), labelHash(oaep))
  for (const octet of block.subarray(hash, one)) bad |= isOther(octet, 0)
  bad |= isOther(block[one] ?? 0, 1)
  return choose(bad, block.subarray(one + 1), instead)
}

/** RFC 8017 §7.2.2 step 3, likewise: "Care must be taken to ensure that an opponent cannot distinguish". */
export function unpadPkcs1(padded: Buffer, instead: Buffer): Buffer {
  const zero = padded.length - instead.length - 1
  let bad = isOther(padded[0] ?? 1, 0) | isOther(padded[1] ?? 0, 2) | isOther(padded[zero] ?? 1, 0)
  for (const octet of padded.subarray(2, zero)) bad |= 1 ^ isOther(octet, 0)
  return choose(bad, padded.subarray(zero + 1), instead)
}

function labelHash({ digest, label }: Oaep): Buffer {
  return createHash(digest).update(label).digest()
}

function lengthOf(hash: HashName): number {
  return createHash(hash).digest().length
}

/** MGF1 (RFC 8017 §B.2.1). */
function mask(hash: HashName, seed: Buffer, length: number): Buffer {
  const pieces: Buffer[] = []
  const counter = Buffer.alloc(4)
  for (let made = 0, count = 0; made < length; count += 1) {
    counter.writeUInt32BE(count)
    const piece = createHash(hash).update(seed).update(counter).digest()
    pieces.push(piece)
    made += piece.length
  }
  return Buffer.concat(pieces, length)
}

function xor(one: Buffer, other: Buffer): Buffer {
  const result = Buffer.alloc(one.length)
  for (const [index, octet] of one.entries()) result[index] = octet ^ (other[index] ?? 0)
  return result
}

// Below, secret octets are decided over without a branch, so that the time tells nothing of them.

/** 0 if it is zero, 1 otherwise. */
function isOther(octet: number, than: number): number {
  return (-(octet ^ than) >>> 31) & 1
}

/** Octets that differ are OR-ed together. @returns 0 if all are equal */
function difference(one: Buffer, other: Buffer): number {
  let found = one.length ^ other.length
  for (const [index, octet] of one.entries()) found |= octet ^ (other[index] ?? 0)
  return isOther(found, 0)
}

/** @returns `good` if `bad` is 0, `instead` if it is 1; both are as long */
function choose(bad: number, good: Buffer, instead: Buffer): Buffer {
  const all = -bad & 0xff
  const chosen = Buffer.alloc(good.length)
  for (const [index, octet] of good.entries()) {
    chosen[index] = (octet & ~all) | ((instead[index] ?? 0) & all)
  }
  return chosen
}
