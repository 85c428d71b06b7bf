/** How the fault suite was asked to run: its form, and the seed that every random moment comes from. */
import { Random } from '../support/random.js'

export { LONG } from '../support/long.js'

/** Given again as `--seed`, it makes the same moments; what the machine does in them is its own. */
export const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)

export function random(test: string): Random {
  return new Random([...test].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), SEED) | 0)
}
