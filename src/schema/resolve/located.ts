/** Says where a problem is, if whoever found it does not know. */
import type { Source } from '../components.js'
import { SchemaProblem } from '../problem.js'

/** @throws SchemaProblem with a source, if `work` throws one */
export function located<Result>(source: Source | undefined, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof SchemaProblem && !error.source) {
      throw new SchemaProblem(error.clause, error.message, source)
    }
    throw error
  }
}
