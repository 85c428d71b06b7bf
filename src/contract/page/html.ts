/** Text of a page, in which everything is escaped that this project has not written itself. */

/** Markup: only `html` makes it. */
export class Html {
  readonly text: string

  /** @param text  markup, not text of others */
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand between the parts of a template; `undefined` and `false` are nothing. */
export type Inside = Html | string | number | undefined | false | readonly Inside[]

/** Joins markup and values: a text among the values is escaped, in content and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Inside[]): Html {
  const written = parts.map((part, index) => part + markupOf(values[index]))
  return new Html(written.join(''))
}

function markupOf(value: Inside): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(markupOf).join('')
  return value === undefined || value === false ? '' : escaped(String(value))
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML §3.2.5 has no control characters but space, tab and line ends: the others are shown as U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => REFERENCES[character] ?? '')
    .replace(/\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu, (character) =>
      /[\t\n\r]/.test(character) ? character : '\u{FFFD}',
    )
}
