/** What is wrong with an element, or with a schema: for people to read, with the clause that says so. */

export interface Finding {
  /** A sentence. */
  readonly sentence: string
  /** Where: `/order/item[2]/@number`, from the element that was checked. */
  readonly path?: string | undefined
  /** The rule that is broken, such as `cvc-complex-type.2.4`. */
  readonly clause?: string | undefined
  /** What may stand there. */
  readonly expected?: string | undefined
  /** What stands there, shortened. */
  readonly found?: string | undefined
  /** File, of a schema. */
  readonly file?: string | undefined
  /** From 1. */
  readonly line?: number | undefined
  /** From 1, in UTF-16 units. */
  readonly column?: number | undefined
}

/** A finding in one line: `/order: An element is missing at the end. Expected: item. [cvc-complex-type.2.4]`. */
export function lineOf({ path, sentence, clause, expected }: Finding): string {
  const complete = expected === undefined || sentence.includes(expected)
  return [
    path === undefined ? '' : `${path}: `,
    sentence,
    complete ? '' : ` Expected: ${expected}.`,
    clause === undefined ? '' : ` [${clause}]`,
  ].join('')
}

/** A rule that a text breaks. */
export interface Rule {
  /** Such as `cvc-maxLength-valid`. */
  readonly clause: string
  readonly sentence: string
  /** What may stand there. */
  readonly expected?: string | undefined
}

export const MAX_FINDINGS = 10
