/** Counts operations with private keys and portions of work: what a message is worth, without a clock. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { Portions } from '../../../src/base/slices.js'

export interface Work {
  /** RSA decryptions, and agreements. */
  readonly privateOperations: number
  readonly decipherings: number
  /** Signatures of messages and of certificates, and MACs. */
  readonly verifications: number
  /** Certificates that were read. */
  readonly certificates: number
  readonly portions: number
  readonly failure: unknown
}

const counts = { privateOperations: 0, decipherings: 0, verifications: 0, certificates: 0 }
const NONE = { ...counts }
let counting = false

/** Functions of node:crypto count from now on, in this process. */
function count(): void {
  if (counting) return
  counting = true
  const { privateDecrypt, diffieHellman, createDecipheriv } = crypto
  crypto.privateDecrypt = Object.assign((...args: Parameters<typeof privateDecrypt>) => {
    counts.privateOperations += 1
    return privateDecrypt(...args)
  }, privateDecrypt)
  crypto.diffieHellman = (...args: Parameters<typeof diffieHellman>) => {
    counts.privateOperations += 1
    return diffieHellman(...args)
  }
  crypto.createDecipheriv = new Proxy(createDecipheriv, {
    apply: (target, self, args) => {
      counts.decipherings += 1
      return Reflect.apply(target, self, args)
    },
  })
  const counted = <Called extends (...args: never[]) => unknown>(called: Called): Called =>
    new Proxy(called, {
      apply(target, self, args) {
        counts.verifications += 1
        return Reflect.apply(target, self, args)
      },
    })
  crypto.verify = counted(crypto.verify)
  crypto.createHmac = counted(crypto.createHmac)
  const { prototype } = crypto.X509Certificate
  prototype.verify = counted(prototype.verify)
  crypto.X509Certificate = new Proxy(crypto.X509Certificate, {
    construct(target, args) {
      counts.certificates += 1
      return Reflect.construct(target, args)
    },
  })
  syncBuiltinESMExports()
}

/** Walks to the end, or to what is thrown. */
export function workOf(walk: () => Portions<unknown>): Work {
  count()
  Object.assign(counts, NONE)
  let portions = 0
  let failure: unknown
  try {
    for (const steps = walk(); !steps.next().done; ) portions += 1
  } catch (error) {
    failure = error
  }
  return { ...counts, portions, failure }
}
