/** Counts operations with private keys and portions of work: what a message is worth, without a clock. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { Walk } from '../../../src/xml/walk.js'

export interface Work {
  /** RSA decryptions, and agreements. */
  readonly privateOperations: number
  readonly portions: number
  readonly decipherings: number
  /** Characters of documents or pieces that were read. */
  readonly failure: unknown
}

const counts = { privateOperations: 0, decipherings: 0 }
let counting = false

/** Functions of node:crypto count from now on, in this process. */
function count(): void {
  if (counting) return
  counting = true
  const { privateDecrypt, diffieHellman, createDecipheriv } = crypto
  crypto.privateDecrypt = Object.assign((...given: Parameters<typeof privateDecrypt>) => {
    counts.privateOperations += 1
    return privateDecrypt(...given)
  }, privateDecrypt)
  crypto.diffieHellman = (...given: Parameters<typeof diffieHellman>) => {
    counts.privateOperations += 1
    return diffieHellman(...given)
  }
  crypto.createDecipheriv = new Proxy(createDecipheriv, {
    apply: (target, self, given) => {
      counts.decipherings += 1
      return Reflect.apply(target, self, given)
    },
  })
  syncBuiltinESMExports()
}

/** Walks to the end, or to what is thrown. */
export function workOf(walk: () => Walk<unknown>): Work {
  count()
  counts.privateOperations = 0
  counts.decipherings = 0
  let portions = 0
  let failure: unknown
  try {
    for (const steps = walk(); !steps.next().done; ) portions += 1
  } catch (error) {
    failure = error
  }
  return { ...counts, portions, failure }
}
