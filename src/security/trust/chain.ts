/** Finds a chain from a certificate to a trust anchor (RFC 5280 §6.1), in bounded work. */
import type { Details } from './details.js'
import { mayBeBy, type SignatureChecks, type Wrong, wrongAsAuthority, wrongAt } from './issued.js'
import { writeName } from './names.js'

/** Certificates of a chain, the anchor included. */
const MAX_CHAIN_LENGTH = 5
/** Issuers that one search tries at most. */
const MAX_ISSUERS_TRIED = 20

export interface Search {
  readonly anchors: readonly Details[]
  /** Certificates that came along: they link, and are never an end. */
  readonly links: readonly Details[]
  readonly signatures: SignatureChecks
  readonly at: number
  /** What is wrong with a certificate by what its issuer has revoked. */
  readonly revoked: (one: Details, issuer: Details) => Wrong
}

export type Found =
  /** The certificate first, the anchor last. */
  | { readonly chain: readonly Details[]; readonly why?: undefined }
  /** What is wrong with the way that led farthest. */
  | { readonly chain?: undefined; readonly why: string }

export function findChain(leaf: Details, search: Search): Found {
  const wrong = wrongAt(leaf, search.at)
  if (wrong !== undefined) return { why: `the certificate of ${subject(leaf)} ${wrong}` }
  return new ChainSearch(search).from(leaf)
}

class ChainSearch {
  readonly #search: Search
  #tried = 0
  /** Length of the chain that the complaint is about. */
  #farthest = 0
  #why = ''

  constructor(search: Search) {
    this.#search = search
  }

  from(leaf: Details): Found {
    const chain = this.#extend([leaf], leaf)
    return chain ? { chain } : { why: this.#why }
  }

  /** Depth first; it ends, as chains are short, and what is tried is counted. */
  #extend(chain: readonly Details[], last: Details): readonly Details[] | undefined {
    const { anchors, links } = this.#search
    if (chain.length >= MAX_CHAIN_LENGTH) {
      return this.#fail(chain, `its chain has more than ${MAX_CHAIN_LENGTH} certificates`)
    }
    for (const issuer of [...anchors, ...links]) {
      if (chain.some(({ fingerprint }) => fingerprint === issuer.fingerprint)) continue
      if (!mayBeBy(last, issuer)) continue
      this.#tried += 1
      if (this.#tried > MAX_ISSUERS_TRIED) {
        return this.#fail(
          chain,
          `more than ${MAX_ISSUERS_TRIED} certificates may be of its issuers`,
        )
      }
      const wrong = this.#wrongStep(chain, last, issuer)
      if (wrong !== undefined) {
        this.#fail(chain, wrong)
        continue
      }
      const longer = [...chain, issuer]
      const found = anchors.includes(issuer) ? longer : this.#extend(longer, issuer)
      if (found) return found
    }
    return this.#fail(chain, `no known authority has issued the certificate of ${subject(last)}`)
  }

  #wrongStep(chain: readonly Details[], last: Details, issuer: Details): Wrong {
    // The first one is none of the authorities that are counted.
    const below = chain.slice(1).filter(({ selfIssued }) => !selfIssued).length
    const unfit = wrongAt(issuer, this.#search.at) ?? wrongAsAuthority(issuer, below)
    if (unfit !== undefined) return `the certificate of its issuer ${subject(issuer)} ${unfit}`
    const { signatures, revoked } = this.#search
    const wrong = signatures.wrong(last, issuer) ?? revoked(last, issuer)
    return wrong && `the certificate of ${subject(last)} ${wrong}`
  }

  #fail(chain: readonly Details[], why: string): undefined {
    if (chain.length <= this.#farthest) return
    this.#farthest = chain.length
    this.#why = why
  }
}

function subject(details: Details): string {
  return writeName(details.subject)
}
