/** What a page shows of the API: asked for now, and again every so often; what was there stays while it fails. */
import { useEffect, useState } from 'preact/hooks'
import { get, NotAnswered } from './api.js'

export interface Resource<View> {
  readonly view: View | undefined
  /** Why the last attempt gave nothing. */
  readonly error: unknown
  readonly again: () => void
}

/** Milliseconds until a node that gave no answer is asked again. */
const RETRY = 3_000

/** @param every  milliseconds between two answers; none: it is asked once */
export function useResource<View>(path: string | undefined, every?: number): Resource<View> {
  const [held, hold] = useState<{ path: string; view: View } | undefined>(undefined)
  const [error, fail] = useState<unknown>(undefined)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (path === undefined) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (ms: number | undefined) => {
      if (ms !== undefined && !stop.signal.aborted) timer = setTimeout(run, ms)
    }
    const run = () => {
      get<View>(path, stop.signal).then(
        (view) => {
          hold({ path, view })
          fail(undefined)
          later(every)
        },
        (reason: unknown) => {
          if (stop.signal.aborted) return
          fail(reason)
          const lost = reason instanceof NotAnswered && reason.status === undefined
          later(lost ? RETRY : every)
        },
      )
    }
    run()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [path, every, round])
  return {
    view: held !== undefined && held.path === path ? held.view : undefined,
    error,
    again: () => setRound((number) => number + 1),
  }
}
