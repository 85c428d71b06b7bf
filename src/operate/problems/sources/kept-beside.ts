/** Finds whether what has to be kept beside jobs can be: evidence, and attachments. */
import { Reading } from '../../../base/reading.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { shown } from '../shown-text.js'

interface Probed {
  /** @throws Error if nothing can be kept */
  probe(): Promise<void>
}

type Probing = () => Probed | undefined

const KEPT = { severity: 'error', stopsAcceptance: true, shared: false, page: '#/flow' } as const

/**
 * @param evidence  undefined before it is open, and where no policy asks for any
 * @param deadline  milliseconds that a probe may take
 */
export function evidenceKept(evidence: Probing, deadline: number): ProblemSource {
  return kept('evidence is kept', evidence, deadline, (why) => ({
    ...KEPT,
    name: 'evidence-failing',
    summary: `No evidence can be kept: ${why}`,
    remedy:
      'Make room on the disk of security.evidence.folder, and see that the node may write there. What needs evidence is refused until then.',
  }))
}

/** @param spools  undefined where no operation takes attachments */
export function attachmentsKept(spools: Probing, deadline: number): ProblemSource {
  return kept('attachments are kept', spools, deadline, (why) => ({
    ...KEPT,
    name: 'spool-failing',
    summary: `No attachments can be kept: ${why}`,
    remedy: 'Make room in attachments.folder, and see that the node may write there.',
  }))
}

function kept(
  name: string,
  probed: Probing,
  deadline: number,
  problem: (why: string) => FoundProblem,
): ProblemSource {
  const reading = new Reading(() => probed()?.probe(), { deadline })
  return {
    name,
    every: 5_000,
    acceptance: true,
    find: async () => {
      if (!probed()) return []
      await reading.look()
      return reading.failure ? [problem(shown(reading.failure.message))] : []
    },
  }
}
