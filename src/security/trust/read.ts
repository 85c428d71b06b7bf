/** Makes trust, and this node's own keys, from the configuration; what cannot be used ends the start. */
import { createSecretKey, type X509Certificate } from 'node:crypto'
import type { DeepReadonly } from '../../config/kinds.js'
import {
  certificateList,
  type NamedFile,
  revocationLists,
  signingPair,
  unusable,
} from '../../config/pem.js'
import type { Security } from '../../config/security.js'
import { WaybillError } from '../../errors.js'
import { NotDer } from '../der/read.js'
import type { OwnKey } from '../keys.js'
import { type Details, detailsOf } from './details.js'
import { mayBeBy, SignatureChecks } from './issued.js'
import { type RevocationList, readRevocationList } from './revocation-list.js'
import { Revocations } from './revocations.js'
import { subjectForms } from './signing-peer.js'
import { weaknessOf } from './strength.js'
import { ConfiguredTrust, type TrustedPeer } from './trust.js'

type Section = DeepReadonly<Security>
type Peer = Section['peers'][string]

/** @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID */
export function readTrust({ peers, revoked, requireRevocationLists }: Section): ConfiguredTrust {
  const lists = revoked.flatMap((file, index) =>
    readLists({ file, key: `security.revoked.${index}` }),
  )
  const trusted = Object.entries(peers).map(([name, peer]) => readPeer(name, peer))
  refuseShared(trusted)
  return new ConfiguredTrust(trusted, new Revocations(lists, requireRevocationLists))
}

/**
 * @returns the current pair first, if there is one; former ones only decrypt
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
export function readOwnKeys({ certificate, key, former }: Section): readonly OwnKey[] {
  const earlier = former.map((pair, index) => readPair(pair, `security.former.${index}`))
  if (certificate === undefined || key === undefined) return earlier
  return [readPair({ certificate, key }, 'security'), ...earlier]
}

function readPair(pair: { certificate: string; key: string }, key: string): OwnKey {
  const file = { file: pair.certificate, key: `${key}.certificate` }
  const own = signingPair(file, { file: pair.key, key: `${key}.key` })
  const { publicKey } = readDetails(own.certificate, file)
  const weakness = weaknessOf(publicKey)
  if (weakness !== undefined) throw unusable(file, `holds a certificate whose key ${weakness}`)
  return own
}

function readLists(named: NamedFile): readonly RevocationList[] {
  return revocationLists(named).map((pem) => {
    const bytes = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64')
    return usable(named, 'holds a revocation list that cannot be used', () =>
      readRevocationList(bytes),
    )
  })
}

function readPeer(name: string, peer: Peer): TrustedPeer {
  const key = `security.peers.${name}`
  const { signs, user = name, password, digestPassword, encryptTo, sharedKey, allow } = peer
  const files = (signs?.certificates ?? []).map((file, index) =>
    readCertificates({ file, key: `${key}.signs.certificates.${index}` }),
  )
  const pinned = files.flatMap(own)
  const other =
    encryptTo === undefined ? [] : readCertificates({ file: encryptTo, key: `${key}.encryptTo` })
  return {
    name,
    pinned,
    links: files.flat().filter((details) => !pinned.includes(details)),
    anchors:
      signs?.ca === undefined ? [] : readCertificates({ file: signs.ca, key: `${key}.signs.ca` }),
    subjects: signs?.subjects && new Set(readSubjects(signs.subjects, `${key}.signs.subjects`)),
    user,
    password,
    digestPassword,
    sharedKey: sharedKey === undefined ? undefined : createSecretKey(sharedKey, 'base64'),
    encryptTo: other[0] ?? pinned[0],
    allow,
  }
}

/** Of a file, those that are no issuers of others in it: a chain may follow a certificate. */
function own(file: readonly Details[]): readonly Details[] {
  const signatures = new SignatureChecks()
  return file.filter(
    (details) =>
      !file.some(
        (one) =>
          one !== details && mayBeBy(one, details) && signatures.wrong(one, details) === undefined,
      ),
  )
}

function readCertificates(named: NamedFile): readonly Details[] {
  return certificateList(named).map((certificate) => readDetails(certificate, named))
}

function readDetails(certificate: X509Certificate, named: NamedFile): Details {
  return usable(named, 'holds a certificate that cannot be used', () => detailsOf(certificate))
}

function usable<Type>(named: NamedFile, what: string, make: () => Type): Type {
  try {
    return make()
  } catch (cause) {
    if (!(cause instanceof NotDer)) throw cause
    throw unusable(named, `${what}: ${cause.message}`, cause)
  }
}

function readSubjects(subjects: readonly string[], key: string): readonly string[] {
  return subjects.flatMap((text, index) => {
    const forms = subjectForms(text)
    if (forms.length > 0) return forms
    throw invalid(
      `${key}.${index}: expected a subject such as CN=bank,O=Example,C=NL, or DNS:, URI:, email:, IP: or UPN: and a name, got ${JSON.stringify(text)}`,
    )
  })
}

/** A signature has to be one peer's. */
function refuseShared(peers: readonly TrustedPeer[]): void {
  const owners = new Map<string, string>()
  for (const { name, pinned } of peers) {
    for (const { fingerprint } of pinned) {
      const other = owners.get(fingerprint)
      if (other !== undefined && other !== name) {
        throw invalid(
          `security.peers.${name}.signs.certificates: expected certificates of its own, got one that security.peers.${other} has, too`,
        )
      }
      owners.set(fingerprint, name)
    }
  }
}

function invalid(sentence: string): WaybillError {
  return new WaybillError('WAYBILL_CONFIG_INVALID', sentence)
}
