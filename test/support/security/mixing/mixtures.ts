/** Messages made of two or three honest ones, by class: what a man in the middle has who can only cut and paste. */
import type { Random } from '../../random.js'
import {
  allTwigs,
  aroundOf,
  copyOf,
  isTwig,
  localOf,
  readTwigs,
  type Twig,
  writeTwigs,
} from '../forge/twigs.js'
import type { Letter, Part } from './letters.js'

/** A letter that is cut up. */
interface Cut {
  readonly root: Twig
  parts: Part[]
}

type Mix = (base: Cut, donor: Cut, random: Random) => void

const named = (root: Twig, ...locals: readonly string[]) =>
  allTwigs(root).filter((twig) => locals.includes(localOf(twig)))

const child = (root: Twig, local: string) => named(root, local).slice(0, 1)

/** Blocks of WS-Addressing and of the operation, and no security. */
const blocksOf = (root: Twig) =>
  child(root, 'Header')
    .flatMap(({ inside }) => inside.filter(isTwig))
    .filter((twig) => !isSecurity(twig))

const isSecurity = (twig: Twig) => named(twig, 'Signature').length > 0 || /Security/.test(twig.open)

const securityOf = (root: Twig) =>
  child(root, 'Header').flatMap(({ inside }) => inside.filter(isTwig).filter(isSecurity))

/** Elements of these names come from another letter: in place of those that are here, beside them, or each by chance. */
function exchange(base: Cut, donor: Cut, random: Random, ...locals: readonly string[]): void {
  for (const one of named(donor.root, ...locals)) {
    const same = named(base.root, localOf(one))
    const there = same.length > 0 ? random.pick(same) : undefined
    const made = adopted(base.root, copyOf(one), random)
    if (there && random.chance(0.6)) replace(base.root, there, made)
    else beside(base.root, there, made, random)
    if (random.chance(0.3)) return
  }
}

/** No signature covers its KeyInfo: it may be made to name the token of another message. */
function adopted(root: Twig, signature: Twig, random: Random): Twig {
  const [theirs] = named(signature, 'KeyInfo')
  const mine = named(root, 'Signature').flatMap((one) => named(one, 'KeyInfo'))
  if (theirs && mine.length > 0 && random.chance(0.7)) {
    replace(signature, theirs, copyOf(random.pick(mine)))
  }
  return signature
}

function replace(root: Twig, there: Twig, by: Twig): void {
  const around = aroundOf(root, there)
  around?.inside.splice(around.inside.indexOf(there), 1, by)
}

/** Beside one that is there; else in the security block. */
function beside(root: Twig, there: Twig | undefined, one: Twig, random: Random): void {
  const around = there ? aroundOf(root, there) : securityOf(root)[0]
  if (!around) return
  const at = there ? around.inside.indexOf(there) : random.below(around.inside.length + 1)
  around.inside.splice(at + (random.chance(0.5) ? 1 : 0), 0, one)
}

const signatures: Mix = (base, donor, random) => exchange(base, donor, random, 'Signature')

const bodies: Mix = (base, donor) => {
  const [there] = child(base.root, 'Body')
  const [one] = child(donor.root, 'Body')
  if (there && one) replace(base.root, there, copyOf(one))
}

const parts: Mix = (base, donor, random) => {
  const here = blocksOf(base.root)
  for (const one of blocksOf(donor.root)) {
    if (random.chance(0.5)) continue
    const same = here.find((twig) => localOf(twig) === localOf(one))
    if (same && random.chance(0.7)) replace(base.root, same, copyOf(one))
    else child(base.root, 'Header')[0]?.inside.push(copyOf(one))
  }
}

const attachments: Mix = (base, donor, random) => {
  // Some of them, or the last ones: those may be under a signature of their own.
  const from = random.below(donor.parts.length + 1)
  const tail = random.chance(0.5)
  for (const [at, one] of donor.parts.entries()) {
    if (tail ? at < from : random.chance(0.5)) continue
    if (at < base.parts.length && (tail || random.chance(0.8))) base.parts[at] = one
    else base.parts.push(one)
  }
  if (!tail && random.chance(0.2)) base.parts.splice(random.below(base.parts.length + 1), 1)
}

const keys: Mix = (base, donor, random) => {
  exchange(base, donor, random, 'EncryptedKey')
  if (random.chance(0.6)) exchange(base, donor, random, 'EncryptedData')
}

const tokens: Mix = (base, donor, random) =>
  exchange(base, donor, random, 'BinarySecurityToken', 'UsernameToken', 'Timestamp')

/** All that is for security, and the rest of another one. */
const security: Mix = (base, donor) => {
  const [there] = securityOf(base.root)
  const [one] = securityOf(donor.root)
  if (there && one) replace(base.root, there, copyOf(one))
}

/** What is signed comes with each signature that may be over it. */
const withSignatures =
  (mix: Mix): Mix =>
  (base, donor, random) => {
    mix(base, donor, random)
    const [block] = securityOf(base.root)
    const mine = signaturesIn(base.root)
    const theirs = signaturesIn(donor.root)
    const some = random.pick([theirs, theirs.slice(0, 1), theirs.slice(-1)])
    for (const [at, one] of some.entries()) {
      const made = adopted(base.root, copyOf(one), random)
      // The last stands for the last, as often as not.
      const there = mine.at(at - some.length)
      if (there && random.chance(0.7)) replace(base.root, there, made)
      else if (block) beside(base.root, there, made, random)
    }
  }

const signaturesIn = (root: Twig) =>
  named(root, 'Signature').filter(
    (twig) => named(twig, 'SignedInfo').length > 0 && /^<ds:/.test(twig.open),
  )

const SINGLE: readonly Mix[] = [signatures, bodies, parts, attachments, keys, tokens]

const crosswise: Mix = (base, donor, random) => {
  for (let count = 2 + random.below(3); count > 0; count -= 1) {
    const mix = random.pick(SINGLE)
    const way = random.chance(0.4) ? withSignatures(mix) : mix
    way(base, donor, random)
  }
}

export const MIXTURES: Readonly<Record<string, Mix>> = {
  signatures,
  bodies,
  'bodies with their signatures': withSignatures(bodies),
  parts,
  'parts with their signatures': withSignatures(parts),
  attachments,
  'attachments with their signatures': withSignatures(attachments),
  'encrypted keys': keys,
  'encrypted keys with signatures': withSignatures(keys),
  tokens,
  'tokens with signatures': withSignatures(tokens),
  'security blocks': security,
  crosswise,
}

const cut = ({ text, parts }: Letter): Cut => ({ root: readTwigs(text), parts: [...parts] })

/** Letters of the kind, but for some of others. */
export function mixed(mix: Mix, letters: readonly Letter[], base: Letter, random: Random): Letter {
  const others = letters.filter((letter) => letter !== base)
  const alike = others.filter(({ kind }) => kind === base.kind)
  const made = cut(base)
  const donors = random.chance(0.3) ? 2 : 1
  for (let n = 0; n < donors; n += 1) {
    mix(made, cut(random.pick(random.chance(0.8) ? alike : others)), random)
  }
  return { ...base, text: writeTwigs(made.root), parts: made.parts }
}
