/** What happens at the nodes right now: one stream, open while a page shows it. */
import { signal } from '@preact/signals'
import type { JournalEntry } from '../../../src/store/journal/journal.js'

const MAX_ENTRIES = 200
/** Milliseconds between two drawings, however much happens. */
const DRAW = 250
/** Milliseconds until a stream that the node has ended is asked for again. */
const RETRY = 3_000

/** Newest first. */
export const latest = signal<readonly JournalEntry[]>([])
/** Whether the stream is open, so that silence means that nothing happens. */
export const streaming = signal(false)

/** Follows the stream until the function that it returns is called. */
export function follow(): () => void {
  let coming: JournalEntry[] = []
  let drawing: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined

  const draw = () => {
    drawing = undefined
    latest.value = [...coming.reverse(), ...latest.value].slice(0, MAX_ENTRIES)
    coming = []
  }
  const take = (event: MessageEvent<string>) => {
    const entry: JournalEntry = JSON.parse(event.data)
    coming.push(entry)
    if (coming.length > MAX_ENTRIES) coming.shift()
    drawing ??= setTimeout(draw, DRAW)
  }
  const open = () => {
    source = new EventSource('api/events')
    source.addEventListener('open', () => {
      streaming.value = true
    })
    source.addEventListener('message', take)
    source.addEventListener('error', () => {
      streaming.value = false
      // The browser connects again by itself, unless the answer was no stream.
      if (source?.readyState === EventSource.CLOSED) waiting = setTimeout(open, RETRY)
    })
  }
  open()
  return () => {
    clearTimeout(drawing)
    clearTimeout(waiting)
    source?.close()
    streaming.value = false
  }
}
