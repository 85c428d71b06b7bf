/** Cuts signed messages and puts them together in other ways, by chance from a seed. */
import type { Random } from '../../random.js'
import { FORGED, forgedBody, type Kit, letter, nameless, write } from './letter.js'
import { DS, existing, reference, SEC, WSSE, WSU } from './texts.js'
import {
  allTwigs,
  aroundOf,
  copyOf,
  isTwig,
  localOf,
  readTwigs,
  type Twig,
  writeTwigs,
} from './twigs.js'

/** Messages that are really signed, by alice and by others: what the attacker has at hand. */
export function lettersOf(kit: Kit): {
  readonly hers: readonly string[]
  readonly others: readonly string[]
} {
  const block = existing('a block', 'Known')
  const plain = write(letter(kit))
  const earlier = write(letter({ ...kit, at: kit.at - 60_000 }))
  const more = write({ ...letter(kit, [reference('#Known', block)]), before: block })
  const byBob = write(letter(kit, [], kit.bob))
  const byMallory = write({ ...letter(kit, [], kit.mallory), body: forgedBody(kit) })
  return { hers: [plain, earlier, more], others: [byBob, byMallory] }
}

const IMPORTANT =
  /^(Body|Mark|Signature|SignedInfo|Reference|Security|Timestamp|Header|Known|KeyInfo|text)$/
const WRAPPERS: readonly (readonly [string, string])[] = [
  [`<w:Wrapper xmlns:w="urn:example:w">`, '</w:Wrapper>'],
  [`<ds:Object xmlns:ds="${DS}">`, '</ds:Object>'],
  [`<ds:Signature xmlns:ds="${DS}">`, '</ds:Signature>'],
  [`<ds:KeyInfo xmlns:ds="${DS}">`, '</ds:KeyInfo>'],
  [`<wsse:Embedded xmlns:wsse="${WSSE}">`, '</wsse:Embedded>'],
  [`<wsse:Security xmlns:wsse="${WSSE}">`, '</wsse:Security>'],
  [`<sec:Signature xmlns:sec="${SEC}">`, '</sec:Signature>'],
  ['<t:Known xmlns:t="urn:example:marking">', '</t:Known>'],
  ['<s:Header>', '</s:Header>'],
  ['<s:Body>', '</s:Body>'],
]
const IDS = ['Body', 'Time', 'Token', 'Known', 'Other', 'body', '']
const ID_ATTRIBUTES = [
  ` xmlns:i="${WSU}" i:Id=`,
  ` xmlns:i="${SEC}" i:id=`,
  ' Id=',
  ' id=',
  ' ID=',
  ' xml:id=',
  ' xmlns:i="urn:example:i" i:Id=',
]
const ATTRIBUTES = [
  ' s:actor="urn:example:other"',
  ' s:role="http://www.w3.org/2003/05/soap-envelope/role/none"',
  ' s:role="http://www.w3.org/2003/05/soap-envelope/role/next"',
  ' s:actor="http://schemas.xmlsoap.org/soap/actor/next"',
  ' s:mustUnderstand="0"',
  ' xml:lang="en"',
  ' xml:base="urn:example:base"',
  ' xmlns:t="urn:example:other"',
  ' xmlns="urn:example:other"',
  ' xmlns:unused="urn:example:unused"',
  ' forged="1"',
]
const PIECES = [
  '<!-- c -->',
  '<!--forged-->',
  '<![CDATA[]]>',
  '<![CDATA[forged]]>',
  ' ',
  '\n',
  '&#32;',
  'A',
]

/** One message of the attacker. */
export function operated(kit: Kit, random: Random, letters: ReturnType<typeof lettersOf>): string {
  const root = readTwigs(random.pick(letters.hers))
  if (random.chance(0.7)) forge(kit, root, random)
  for (let cuts = random.below(4); cuts >= 0; cuts -= 1) operate(root, random, letters)
  return writeTwigs(root)
}

/** Puts a forged Body in place of the signed one, which goes elsewhere or away. */
function forge(kit: Kit, root: Twig, random: Random): void {
  const body = allTwigs(root).find((twig) => localOf(twig) === 'Body')
  const envelope = body && aroundOf(root, body)
  if (!body || !envelope) return
  const [forged] = readTwigs(random.chance(0.6) ? nameless(kit) : forgedBody(kit)).inside
  if (!forged) return
  envelope.inside[envelope.inside.indexOf(body)] = forged
  if (random.chance(0.8)) insert(root, random, random.chance(0.4) ? wrapped(body, random) : body)
}

function operate(root: Twig, random: Random, { hers, others }: ReturnType<typeof lettersOf>): void {
  const twig = pick(root, random)
  const around = aroundOf(root, twig)
  if (!around) return
  const at = around.inside.indexOf(twig)
  switch (random.below(12)) {
    case 0:
      around.inside.splice(at, 1)
      if (!insert(root, random, twig)) around.inside.splice(at, 0, twig)
      return
    case 1:
      insert(root, random, copyOf(twig))
      return
    case 2: {
      const donor = pick(readTwigs(random.pick([...hers, ...others])), random)
      if (random.chance(0.5)) around.inside[at] = donor
      else insert(root, random, donor)
      return
    }
    case 3:
      around.inside[at] = wrapped(twig, random)
      return
    case 4:
      if (localOf(twig) !== 'Envelope') around.inside.splice(at, 1)
      return
    case 5:
      around.inside.splice(at, 1, ...twig.inside)
      return
    case 6:
      twig.open = twig.open.replace(/ [\w:]*[iI][dD]="[^"]*"/, '')
      grow(twig, `${random.pick(ID_ATTRIBUTES)}"${random.pick(IDS)}"`)
      return
    case 7:
      grow(twig, random.pick(ATTRIBUTES))
      return
    case 8:
      twig.open = twig.open.replace(/(URI|PrefixList)="[^"]*"/, `$1="#${random.pick(IDS)}"`)
      return
    case 9:
      twig.inside.splice(random.below(twig.inside.length + 1), 0, random.pick(PIECES))
      return
    case 10: {
      const other = pick(root, random)
      const location = aroundOf(root, other)
      if (!location || allTwigs(twig).includes(other) || allTwigs(other).includes(twig)) return
      location.inside[location.inside.indexOf(other)] = twig
      around.inside[at] = other
      return
    }
    default:
      changeText(twig, random)
  }
}

function changeText(twig: Twig, random: Random): void {
  const at = twig.inside.findIndex((part) => !isTwig(part))
  const text = twig.inside[at]
  if (typeof text !== 'string') return
  const cut = random.below(text.length)
  const changed = random.chance(0.5) ? FORGED : text.slice(0, cut) + text.slice(cut + 1)
  twig.inside[at] = changed
}

/** Mostly one of those that count, and seldom one in a signature: most changes there end in the first check. */
function pick(root: Twig, random: Random): Twig {
  const all = random.chance(0.8) ? outsideSignatures(root) : allTwigs(root)
  const important = all.filter((twig) => IMPORTANT.test(localOf(twig)))
  return random.pick(important.length > 0 && random.chance(0.8) ? important : all)
}

/** Signatures themselves, and all that is not in one. */
function outsideSignatures(root: Twig): Twig[] {
  return root.inside
    .filter(isTwig)
    .flatMap((twig) => [
      twig,
      ...(twig.open.startsWith('<ds:Signature') ? [] : outsideSignatures(twig)),
    ])
}

/** @returns false if there was no place for it */
function insert(root: Twig, random: Random, twig: Twig): boolean {
  const within = allTwigs(twig)
  const all = random.chance(0.8) ? outsideSignatures(root) : allTwigs(root)
  const targets = all.filter(
    (target) => target !== twig && !within.includes(target) && target.close !== '',
  )
  if (targets.length === 0) return false
  const { inside } = random.pick(targets)
  inside.splice(random.below(inside.length + 1), 0, twig)
  return true
}

function wrapped(twig: Twig, random: Random): Twig {
  const [open, close] = random.pick(WRAPPERS)
  return { open, close, inside: [twig] }
}

function grow(twig: Twig, attribute: string): void {
  const name = attribute.slice(0, attribute.lastIndexOf('='))
  if (!twig.open.includes(`${name}=`)) twig.open = twig.open.replace(/\/?>$/, `${attribute}$&`)
}
