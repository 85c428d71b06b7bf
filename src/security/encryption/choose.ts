/** Decides over secret octets without a branch, so that the time tells nothing of them. */

/** 0 if it is zero, 1 otherwise. */
export function isOther(octet: number, than: number): number {
  return (-(octet ^ than) >>> 31) & 1
}

/** Octets that differ are OR-ed together. @returns 0 if all are equal */
export function difference(one: Buffer, other: Buffer): number {
  let found = one.length ^ other.length
  for (const [index, octet] of one.entries()) found |= octet ^ (other[index] ?? 0)
  return isOther(found, 0)
}

/** @returns `good` if `bad` is 0, `instead` if it is 1; both are as long */
export function choose(bad: number, good: Buffer, instead: Buffer): Buffer {
  const mask = -bad & 0xff
  const chosen = Buffer.alloc(good.length)
  for (const [index, octet] of good.entries()) {
    chosen[index] = (octet & ~mask) | ((instead[index] ?? 0) & mask)
  }
  return chosen
}
