/** Changes honest letters, has each taken by its receiver, and says by class what became of them. */
import type { ExecutionContext } from 'ava'
import type { Random } from '../../random.js'
import { KINDS, type Kind, type Letter } from './letters.js'
import { MIXTURES, mixed } from './mixtures.js'
import { MUTATIONS, mutated, PART_MUTATIONS, withParts } from './mutations.js'
import { type Receiver, receiver } from './receiver.js'
import { Table } from './table.js'

/** What is made of a letter, by class. */
type Classes = Readonly<
  Record<string, (base: Letter, all: readonly Letter[], random: Random) => Letter>
>

const CLASSES: Readonly<Record<'mixed' | 'mutated', Classes>> = {
  mixed: Object.fromEntries(
    Object.entries(MIXTURES).map(([name, mix]) => [
      name,
      (base, all, random) => mixed(mix, all, base, random),
    ]),
  ),
  mutated: {
    ...Object.fromEntries(
      Object.entries(MUTATIONS).map(([name, mutation]) => [
        name,
        (base, _, random) => mutated(mutation, base, random),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(PART_MUTATIONS).map(([name, mutation]) => [
        name,
        (base, _, random) => withParts(mutation, base, random),
      ]),
    ),
  },
}

export interface Trial {
  readonly letters: readonly Letter[]
  readonly how: keyof typeof CLASSES
  readonly count: number
  readonly random: Random
  /** Weak algorithms that the senders may use. Default: none. */
  readonly allow?: readonly string[]
}

/** As many as asked for, each class in turn; one in ten comes over a socket, too, and ends the same. */
export async function trial(
  t: ExecutionContext,
  { letters, how, count, random, allow = [] }: Trial,
) {
  const { receivers, table } = await opened(t, letters, allow)
  const able = (name: string) =>
    letters.filter(({ parts }) => !name.includes('attachment') || parts.length > 0)
  const classes = Object.entries(CLASSES[how]).filter(([name]) => able(name).length > 0)
  for (let n = 0; n < count; n += 1) {
    const [name, make] = classes[n % classes.length] ?? []
    if (name === undefined || !make) throw new Error('there is no class')
    const base = random.pick(able(name))
    const taking = receivers.get(base.kind)
    if (!taking) throw new Error(`nobody takes ${base.kind}`)
    const letter = make(base, letters, random)
    const answer = await taking.take(letter)
    table.add(name, letter, answer)
    if (n % 10 > 0) continue
    const over = await taking.takeOverHttp(letter)
    table.add(`${name}, over HTTP`, letter, over)
    if (answer.kind === 'served' && over.kind === 'served') t.is(over.effect, answer.effect)
  }
  for (const row of table.rows) t.log(row)
  for (const [name] of classes) t.true((table.counts.get(name) ?? 0) > 0, name)
  t.deepEqual(table.wrongRows, [])
}

/** Honest letters are served, and none says what another one says. */
async function opened(t: ExecutionContext, letters: readonly Letter[], allow: readonly string[]) {
  const receivers = new Map<Kind, Receiver>()
  const effects = new Set<string>()
  for (const kind of KINDS.filter((kind) => letters.some((letter) => letter.kind === kind))) {
    const own = await receiver(t, kind, allow)
    receivers.set(kind, own)
    for (const letter of letters) {
      const answer = await own.take(letter)
      if (answer.kind === 'served') effects.add(answer.effect)
      else if (letter.kind === kind) t.fail(`${kind}: an honest one is refused: ${answer.why}`)
    }
  }
  t.is(effects.size, letters.length)
  return { receivers, table: new Table(effects) }
}
