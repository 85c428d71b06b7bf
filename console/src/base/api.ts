/** Asks the admin API of this node; knows whether it can be reached and whether it knows who asks. */
import { signal } from '@preact/signals'
import type { ErrorView } from '../../../src/operate/admin/api.js'

/** Why an answer could not be had; the sentence is for people. */
export class NotAnswered extends Error {
  readonly status: number | undefined
  readonly hint: string | undefined

  constructor(status: number | undefined, sentence: string, hint?: string) {
    super(sentence)
    this.name = 'NotAnswered'
    this.status = status
    this.hint = hint
  }
}

/** False since a request got no answer at all. */
export const reachable = signal(true)
/** When it answered last. */
export const answered = signal(Date.now())
/** True since the API asked who we are. */
export const loginNeeded = signal(false)

const DEADLINE = 15_000

/** @throws NotAnswered */
export function get<View>(path: string, signal?: AbortSignal): Promise<View> {
  return ask<View>(path, { method: 'GET' }, signal)
}

/** @throws NotAnswered */
export function post<View>(path: string, body: unknown): Promise<View> {
  return ask<View>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-waybill-console': '1' },
    body: JSON.stringify(body),
  })
}

/** @throws NotAnswered */
export function remove(path: string): Promise<void> {
  return ask<undefined>(path, { method: 'DELETE' })
}

async function ask<View>(path: string, init: RequestInit, signal?: AbortSignal): Promise<View> {
  const deadline = AbortSignal.timeout(DEADLINE)
  const response = await reached(path, {
    ...init,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  })
  const text = await response.text()
  if (response.status === 401 && path !== 'api/session') loginNeeded.value = true
  if (!response.ok) throw refusal(response.status, text)
  const view: View = text === '' ? undefined : JSON.parse(text)
  return view
}

async function reached(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init)
    reachable.value = true
    answered.value = Date.now()
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reachable.value = false
    throw new NotAnswered(undefined, 'The node cannot be reached.')
  }
}

function refusal(status: number, text: string): NotAnswered {
  const { error, hint } = errorIn(text)
  return new NotAnswered(status, error, hint)
}

function errorIn(text: string): ErrorView {
  try {
    const view: Partial<ErrorView> = JSON.parse(text)
    if (typeof view.error === 'string') return { error: view.error, hint: view.hint }
  } catch {
    // Not JSON: a proxy may stand in between. Its text is shown as it is.
  }
  return { error: text.slice(0, 300) || 'The node gave no reason.' }
}

/** Whatever was thrown, as a sentence. */
export function sentenceOf(error: unknown): string {
  if (error instanceof NotAnswered) {
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`
  }
  return error instanceof Error ? error.message : String(error)
}
