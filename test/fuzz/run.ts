/** How much `npm run test:fuzz` does, and from which seed: a run is repeated by its seed. */
import { Random } from '../support/random.js'

const numberFrom = (name: string, otherwise: number) => {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} is no whole number`)
  return value
}

export const SEED = numberFrom('FUZZ_SEED', 1)
/** Documents, connections, dialogues: the short form does a hundredth. */
const SHARE = process.env.TESTS === 'long' ? 1 : 100
export const DOCUMENTS = numberFrom('FUZZ_DOCUMENTS', 500_000 / SHARE)
export const CONNECTIONS = numberFrom('FUZZ_CONNECTIONS', 100_000 / SHARE)
export const DIALOGUES = numberFrom('FUZZ_DIALOGUES', 10_000 / SHARE)

/** Elements that three schema engines judge. */
export const JUDGEMENTS = numberFrom('FUZZ_JUDGEMENTS', 300_000 / SHARE)

/** A generator for one part of a run. */
export const randomFor = (part: number) => new Random(SEED * 1_000 + part)

/** Signed messages that are cut and put together again. */
export const FORGERIES = numberFrom('FUZZ_FORGERIES', 200_000 / SHARE)

/** Signed messages that are mutated, and that are mixed of honest ones: at least 100 of each class. */
export const MUTATED = numberFrom('FUZZ_MUTATED', SHARE === 1 ? 50_000 : 2_600)
export const MIXED = numberFrom('FUZZ_MIXED', SHARE === 1 ? 4_000 : 2_600)
