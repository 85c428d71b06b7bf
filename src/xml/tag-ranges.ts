/** Where the attributes of a start tag stand in the text that an element was read from. */

export interface AttributeRange {
  /** As it stands, with its prefix. */
  readonly name: string
  /** Offsets of the value with its quotes; `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** Between the quotes, references as they stand. */
  readonly value: string
}

export interface TagRanges {
  /** Offset just past the name. */
  readonly named: number
  readonly attributes: readonly AttributeRange[]
  /** Offset just past the `>`. */
  readonly end: number
}

/** Sticky: one attribute with the white space before it (XML 1.0 §3.1). */
const ATTRIBUTE = /[ \t\r\n]+([^\s=]+)[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/y

/** @param start  offset of the `<` of an element that was read from the text */
export function tagRanges(text: string, start: number): TagRanges {
  const tag = /[^\s/>]+/y
  tag.lastIndex = start
  tag.exec(text)
  const named = tag.lastIndex
  const attributes: AttributeRange[] = []
  ATTRIBUTE.lastIndex = named
  for (let at = named; ; at = ATTRIBUTE.lastIndex) {
    const [all, name = '', value = ''] = ATTRIBUTE.exec(text) ?? []
    if (all === undefined) return { named, attributes, end: text.indexOf('>', at) + 1 }
    const end = ATTRIBUTE.lastIndex
    attributes.push({ name, start: end - value.length, end, value: value.slice(1, -1) })
  }
}

/** The place of one attribute; undefined if the tag has none of that name. */
export function attributeRange(
  text: string,
  start: number,
  name: string,
): AttributeRange | undefined {
  return tagRanges(text, start).attributes.find((attribute) => attribute.name === name)
}
