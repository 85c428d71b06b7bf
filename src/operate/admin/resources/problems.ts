/** What is wrong with the node now: the list that readiness, alerts, metrics and commands have as well. */
import { z } from 'zod'
import { PROBLEM_NAMES } from '../../problems/problem.js'
import type { ProblemList } from '../../problems/problem-list.js'
import type { ProblemsView } from '../api.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'

export type ShownProblems = Pick<ProblemList, 'problems' | 'at'>

export const problem = z.object({
  name: z.enum(PROBLEM_NAMES),
  subject: z.string().optional().describe('Whom or what it concerns; missing for the whole node.'),
  severity: z.enum(['error', 'warning']),
  stopsAcceptance: z.boolean().describe('True if the node accepts no message because of it.'),
  shared: z.boolean().describe('True if all nodes of the queue have it.'),
  summary: z.string(),
  remedy: z.string().describe('What to do.'),
  since: z.number().describe('Milliseconds since 1970.'),
  waiting: z.int().optional().describe('Messages that wait because of it.'),
  oldest: z.number().optional().describe('Milliseconds since the oldest of them was accepted.'),
  page: z.string().describe('Path of the console that shows it.'),
  node: z.string(),
})

const view = z.object({ at: z.int(), problems: z.array(problem) })

export function problemsResource(list: ShownProblems): Resource {
  return resource({
    method: 'GET',
    path: '/api/problems',
    needs: 'look',
    summary: 'What is wrong with this node now, the worst first, since when, and what to do.',
    takes: NO_INPUT,
    view,
    handle: (): ProblemsView => ({ at: list.at, problems: list.problems }),
  })
}
