/** Steps that are taken at once, one right after the other, and wait only where there is something to wait for. */

/** Yields what it waits for. */
export type Steps<Result> = Generator<PromiseLike<unknown>, Result, unknown>

/** A step whose value is there, or will be; `yield*` gives it. One that is there is worth no promise. */
export function* ready<Value>(value: Value | PromiseLike<Value>): Steps<Value> {
  // What is waited for comes back from the yield.
  return isPromiseLike(value) ? ((yield value) as Value) : value
}

/** @returns a promise if there is something to wait for */
export function take<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const { done, value } = steps.next()
  return done ? value : rest(steps, value)
}

async function rest<Result>(steps: Steps<Result>, first: PromiseLike<unknown>): Promise<Result> {
  for (let pending = first; ; ) {
    const { done, value } = await pending.then(
      (received) => steps.next(received),
      (error) => steps.throw(error),
    )
    if (done) return value
    pending = value
  }
}

/** A plugin's promise may be of any library. */
function isPromiseLike<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}
