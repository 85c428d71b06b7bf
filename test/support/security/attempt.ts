/** Opens a message as a node does, and says what it would execute under the policy `signature` by alice. */
import { createSecretKey } from 'node:crypto'
import type { Decision, OwnKey, Trust } from '../../../src/security/keys.js'
import { opening } from '../../../src/security/open.js'
import { tiedOf } from '../../../src/security/tied.js'
import { isCovered, type Verdict } from '../../../src/security/verdict.js'
import { isForNode } from '../../../src/soap/actors.js'
import {
  DEFAULT_ENVELOPE_LIMITS,
  type Envelope,
  parseEnvelope,
} from '../../../src/soap/envelope.js'
import { actorOf, readHeaderBlock } from '../../../src/soap/header-block.js'
import { SoapVersions } from '../../../src/soap/version.js'
import { DEFAULT_XML_LIMITS } from '../../../src/xml/limits.js'
import { clarkName, type XmlElement } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { T } from '../nodes/marking.js'
import type { People } from './forge/letter.js'
import { SEC, WSA, WSSE } from './forge/texts.js'

/** Of bob, who signs with it beside his certificate. */
export const SHARED = createSecretKey(Buffer.from('a key of thirty-two octets, or so'))

const VERSIONS = new SoapVersions()
const SECURITY = [`{${WSSE}}Security`, `{${SEC}}Signature`]

/** Knows the certificates of peers by their bytes, and finds none by a reference that more than one has. */
export function trustOf({ alice, bob }: People): Trust {
  const peers = [
    ['alice', alice],
    ['bob', bob],
  ] as const
  return {
    decide(certificate): Decision {
      const [peer] = peers.find(([, one]) => one.certificate.raw.equals(certificate.raw)) ?? []
      return peer === undefined
        ? { trusted: false, why: 'no peer has it' }
        : { trusted: true, peer, chain: [certificate] }
    },
    find: (reference) =>
      reference.by === 'issuer-serial'
        ? peers.find(
            ([, { certificate }]) => BigInt(`0x${certificate.serialNumber}`) === reference.serial,
          )?.[1].certificate
        : undefined,
    sharedKey: (name) =>
      name === undefined || name === 'bob' ? { peer: 'bob', name: 'bob', key: SHARED } : undefined,
    digestPassword: () => undefined,
    checkPassword: async () => undefined,
    allows: () => false,
    encryptTo: () => undefined,
  }
}

export const envelopeIn = (text: string) => parseEnvelope(text, VERSIONS)

/** The key that decrypts. */
export const ownKey = ({ node }: People): OwnKey => ({ ...node, chain: [] })

export interface Attempt {
  /** Text of what would be executed; undefined if nothing would. */
  readonly executed: XmlElement | undefined
  readonly envelope: Envelope
  readonly source: string
  readonly verdict: Verdict
}

/** @throws what the node refuses it with */
export function attempt(
  text: string,
  trust: Trust,
  at: number,
  keys: readonly OwnKey[] = [],
): Attempt {
  const input = parseEnvelope(text, VERSIONS)
  const { version } = input
  const blocks = input.blocks
    .filter((block) => SECURITY.includes(clarkName(block)))
    .filter((block) => isForNode(actorOf(block, version), version, new Set(), true))
    .map((block) => readHeaderBlock(block, version))
  const { envelope, verdict } = atOnce(
    opening({
      envelope: input,
      blocks,
      trust,
      keys,
      at,
      clockSkew: 300_000,
      fresh: true,
      secure: false,
      strict: true,
      versions: VERSIONS,
      limits: { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS },
    }),
  )
  const signatures = verdict.signatures.filter(({ kind }) => kind === 'signature')
  const [own] = tiedOf({ ...verdict, signatures }, 'alice', envelope)
  const covered = (element: XmlElement) => isCovered(own, element)
  const requested = envelope.blocks.filter(
    (block) => block.namespace === WSA || clarkName(block) === `{${T}}Known`,
  )
  const { timestamp } = verdict
  const allowed =
    covered(envelope.body) && requested.every(covered) && (!timestamp || covered(timestamp.element))
  return {
    executed: allowed ? envelope.body : undefined,
    envelope,
    source: envelope.source,
    verdict,
  }
}
