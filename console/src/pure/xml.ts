/** Cuts XML into pieces to be shown as text, indented for reading; it judges nothing and never fails. */

export type PieceKind = 'mark' | 'name' | 'attribute' | 'value' | 'text' | 'comment'

export interface Piece {
  readonly kind: PieceKind
  readonly text: string
}

export interface Line {
  readonly indent: number
  readonly pieces: readonly Piece[]
}

interface Token {
  readonly kind: 'start' | 'end' | 'empty' | 'text' | 'other'
  readonly text: string
}

/** More is not shown: nobody reads it, and the browser should not draw it. */
export const MAX_LINES = 4_000
const MAX_TOKENS = 20_000

/** Lines to be read: an element with nothing but text stays on one line. */
export function indented(xml: string): readonly Line[] {
  const tokens = tokensOf(xml)
  const lines: Line[] = []
  let depth = 0
  for (let at = 0; at < tokens.length && lines.length < MAX_LINES; at++) {
    const token = tokens[at]
    if (!token || isBlank(token)) continue
    if (token.kind === 'end') {
      depth = Math.max(0, depth - 1)
      lines.push({ indent: depth, pieces: piecesOf(token) })
    } else if (token.kind === 'start') {
      const short = textElement(tokens, at)
      lines.push({ indent: depth, pieces: short.flatMap(piecesOf) })
      if (short.length === 1) depth++
      else at += short.length - 1
    } else {
      lines.push({ indent: depth, pieces: piecesOf(token) })
    }
  }
  return lines
}

/** Lines as they came. */
export function originalLines(xml: string): readonly Line[] {
  const lines: Piece[][] = [[]]
  for (const piece of tokensOf(xml).flatMap(piecesOf)) {
    for (const [index, text] of piece.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (lines.length > MAX_LINES) break
      if (text !== '') lines.at(-1)?.push({ kind: piece.kind, text })
    }
  }
  return lines.slice(0, MAX_LINES).map((pieces) => ({ indent: 0, pieces }))
}

/** True if nothing was left out of what `originalLines` gives. */
export function isWhole(xml: string): boolean {
  return printed(originalLines(xml)).length === xml.length
}

/** The text that is shown, line by line. */
export function printed(lines: readonly Line[]): string {
  return lines
    .map(({ indent, pieces }) => '  '.repeat(indent) + pieces.map(({ text }) => text).join(''))
    .join('\n')
}

/** A start tag alone, or the whole element if it has text only. */
function textElement(tokens: readonly Token[], at: number): readonly Token[] {
  const [start, text, end] = tokens.slice(at, at + 3)
  if (!start) return []
  if (text?.kind === 'end') return [start, text]
  return text?.kind === 'text' && end?.kind === 'end' ? [start, text, end] : [start]
}

function isBlank({ kind, text }: Token): boolean {
  return kind === 'text' && text.trim() === ''
}

function tokensOf(xml: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < xml.length && tokens.length < MAX_TOKENS) {
    const open = xml.indexOf('<', at)
    if (open === -1) {
      tokens.push({ kind: 'text', text: xml.slice(at) })
      break
    }
    if (open > at) tokens.push({ kind: 'text', text: xml.slice(at, open) })
    const end = endOfMarkup(xml, open)
    const text = xml.slice(open, end)
    tokens.push({ kind: kindOf(text), text })
    at = end
  }
  return tokens
}

const CLOSED_BY: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

function endOfMarkup(xml: string, open: number): number {
  for (const [begin, end] of CLOSED_BY) {
    if (!xml.startsWith(begin, open)) continue
    const at = xml.indexOf(end, open + begin.length)
    return at === -1 ? xml.length : at + end.length
  }
  let quote = ''
  for (let at = open + 1; at < xml.length; at++) {
    const char = xml.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at + 1
  }
  return xml.length
}

function kindOf(text: string): Token['kind'] {
  if (text.startsWith('<![CDATA[')) return 'text'
  if (text.startsWith('<!') || text.startsWith('<?')) return 'other'
  if (text.startsWith('</')) return 'end'
  return text.endsWith('/>') ? 'empty' : 'start'
}

function piecesOf({ kind, text }: Token): readonly Piece[] {
  if (kind === 'text') return [{ kind: 'text', text }]
  if (kind === 'other') return [{ kind: 'comment', text }]
  const [, mark = '', name = ''] = /^(<\/?)([^\s/>]*)/.exec(text) ?? []
  const pieces: Piece[] = [
    { kind: 'mark', text: mark },
    { kind: 'name', text: name },
  ]
  let at = mark.length + name.length
  const inside = /([^\s=/>]+)(\s*=\s*)("[^"]*"|'[^']*')/g
  inside.lastIndex = at
  for (let found = inside.exec(text); found !== null; found = inside.exec(text)) {
    const [all, attribute = '', equals = '', value = ''] = found
    if (found.index > at) pieces.push({ kind: 'mark', text: text.slice(at, found.index) })
    pieces.push({ kind: 'attribute', text: attribute }, { kind: 'mark', text: equals })
    pieces.push({ kind: 'value', text: value })
    at = found.index + all.length
  }
  if (at < text.length) pieces.push({ kind: 'mark', text: text.slice(at) })
  return pieces
}
