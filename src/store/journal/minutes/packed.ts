/** Turns the record of a minute into the few bytes that are kept of it, and back. */
import { deflateSync, inflateSync } from 'node:zlib'
import type { FlowMark, MinuteRecord, Times } from './minutes.js'

/** Bytes that a record may have once it is unpacked: far more than one has. */
const MAX_BYTES = 4 * 1024 ** 2

/** Without names of fields: transport, operation, done, client faults, server faults, refused, times. */
type KeptLine = readonly [string, string, number, number, number, number, Times]

type Kept = readonly [
  minute: number,
  waiting: number | null,
  lines: readonly KeptLine[],
  marks: readonly (readonly [FlowMark['at'], FlowMark['kind'], FlowMark['text']])[],
]

export function packed({ minute, waiting, lines, marks }: MinuteRecord): Buffer {
  const kept: Kept = [
    minute,
    waiting,
    lines.map(
      ({ transport, operation, done, clientFault, serverFault, refused, times }): KeptLine => [
        transport,
        operation,
        done,
        clientFault,
        serverFault,
        refused,
        times,
      ],
    ),
    marks.map(({ at, kind, text }) => [at, kind, text]),
  ]
  return deflateSync(JSON.stringify(kept))
}

/** @returns undefined for a damaged one, as its checksum shows: it is left out */
export function unpacked(bytes: Uint8Array): MinuteRecord | undefined {
  const kept = contentOf(bytes)
  if (!kept) return undefined
  const [minute, waiting, lines, marks] = kept
  return {
    minute,
    waiting,
    lines: lines.map(([transport, operation, done, clientFault, serverFault, refused, times]) => ({
      transport,
      operation,
      done,
      clientFault,
      serverFault,
      refused,
      times,
    })),
    marks: marks.map(([at, kind, text]) => ({ at, kind, text })),
  }
}

function contentOf(bytes: Uint8Array): Kept | undefined {
  try {
    const kept: Kept = JSON.parse(inflateSync(bytes, { maxOutputLength: MAX_BYTES }).toString())
    return kept
  } catch {
    return undefined
  }
}
