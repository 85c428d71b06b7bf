/** What a peer signs with, as the configuration has it, made ready to be compared with certificates. */
import type { Details } from './details.js'
import { matchingName } from './general-names.js'
import { matching } from './names.js'
import { parseName } from './parse-name.js'

export interface SigningPeer {
  readonly name: string
  /** Its own certificates. */
  readonly pinned: readonly Details[]
  /** Who issues its certificates. */
  readonly anchors: readonly Details[]
  /** Issuers that stand in the files of its own certificates. */
  readonly links: readonly Details[]
  /** What its certificates by an anchor are known by; undefined: by nothing else. */
  readonly subjects: Subjects | undefined
}

/** Subjects and alternative names, in a form in which those that match are the same. */
export type Subjects = ReadonlySet<string>

/** @returns what a subject or an alternative name is compared by; empty for a text that is neither */
export function subjectForms(text: string): readonly string[] {
  const alternative = matchingName(text)
  if (alternative !== undefined) return [alternative]
  const name = parseName(text)
  // Some programs write the first part first, others last.
  return name ? [matching(name), matching(name.toReversed())] : []
}

/** True if the subject, or one of the alternative names, is among them. */
export function hasSubject(subjects: Subjects, { subjectKey, names }: Details): boolean {
  if (subjects.has(subjectKey)) return true
  return names.some((name) => {
    const form = matchingName(name)
    return form !== undefined && subjects.has(form)
  })
}
