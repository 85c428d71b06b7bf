/** A message as a tree that can be cut and grown anywhere, and written again as it was. */

/** An element: its tags as they stand, and what is between them. */
export interface Twig {
  open: string
  close: string
  inside: (Twig | string)[]
}

export const isTwig = (part: Twig | string): part is Twig => typeof part !== 'string'

/** @param text  of elements and characters alone, without `>` in values */
export function readTwigs(text: string): Twig {
  const root: Twig = { open: '', close: '', inside: [] }
  const around: Twig[] = []
  let at = root
  for (const [piece] of text.matchAll(/<[^>]*>|[^<]+/g)) {
    if (piece.startsWith('</')) {
      at.close = piece
      at = around.pop() ?? root
    } else if (piece.endsWith('/>')) {
      at.inside.push({ open: piece, close: '', inside: [] })
    } else if (piece.startsWith('<')) {
      const twig: Twig = { open: piece, close: '', inside: [] }
      at.inside.push(twig)
      around.push(at)
      at = twig
    } else {
      at.inside.push(piece)
    }
  }
  return root
}

export function writeTwigs({ open, close, inside }: Twig): string {
  return `${open}${inside.map((part) => (isTwig(part) ? writeTwigs(part) : part)).join('')}${close}`
}

export const copyOf = (twig: Twig): Twig => ({
  ...twig,
  inside: twig.inside.map((part) => (isTwig(part) ? copyOf(part) : part)),
})

/** All elements below, in document order. */
export function allTwigs(root: Twig): Twig[] {
  return root.inside.filter(isTwig).flatMap((twig) => [twig, ...allTwigs(twig)])
}

/** The element right around another one. */
export function aroundOf(root: Twig, wanted: Twig): Twig | undefined {
  if (root.inside.includes(wanted)) return root
  for (const twig of root.inside.filter(isTwig)) {
    const found = aroundOf(twig, wanted)
    if (found) return found
  }
  return undefined
}

/** The local name in a start tag. */
export const localOf = ({ open }: Twig) => /^<(?:[^\s:>/]+:)?([^\s>/]+)/.exec(open)?.[1] ?? ''
