/** Bytes in pieces, as queues keep them. */

/** Bytes are kept in pieces of so many: neither SQLite nor Redis keeps any number of them in one. */
export const PIECE = 1024 * 1024

/** Bytes in pieces of at most `PIECE`; one empty piece if there are none. */
export function piecesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / PIECE))
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * PIECE, (index + 1) * PIECE),
  )
}

/**
 * Portions of any size as pieces, in buffers of their own: they are handed over.
 *
 * @param spare  buffers that may be used again
 */
export async function* inPieces(
  portions: AsyncIterable<Uint8Array>,
  spare: ArrayBuffer[] = [],
): AsyncGenerator<Uint8Array> {
  let piece: Uint8Array | undefined
  let filled = 0
  for await (const portion of portions) {
    for (let at = 0; at < portion.length; ) {
      piece ??= new Uint8Array(spare.pop() ?? new ArrayBuffer(PIECE))
      const end = Math.min(portion.length, at + PIECE - filled)
      piece.set(portion.subarray(at, end), filled)
      filled += end - at
      at = end
      if (filled < PIECE) continue
      yield piece
      piece = undefined
      filled = 0
    }
  }
  if (piece) yield piece.slice(0, filled)
}
