/** Work that is done at once, one piece right after the other, and waits only where there is something to wait for. */

/** A value that is there, or will be: one that is there is worth no promise. */
export type Pending<Value> = Value | Promise<Value>

/** Goes on with a value: at once if it is there, else once it is. What is thrown at once is thrown, and rejects later. */
export function then<Value, Result>(
  value: Pending<Value>,
  next: (value: Value) => Pending<Result>,
): Pending<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Does work that may fail, at once or later. */
export function rescued<Result>(
  work: () => Pending<Result>,
  failed: (error: unknown) => Pending<Result>,
): Pending<Result> {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(failed) : result
  } catch (error) {
    return failed(error)
  }
}

/** Does the same for each item, in their order, the next one once the one before it is done. */
export function inOrder<Item>(
  items: readonly Item[],
  work: (item: Item) => Pending<void>,
  first = 0,
): Pending<void> {
  for (let at = first; at < items.length; at += 1) {
    const pending = work(items[at] as Item)
    if (pending) return pending.then(() => inOrder(items, work, at + 1))
  }
}

/** A plugin's promise may be of any library: it is made one of ours. */
export function settled<Value>(value: Value | PromiseLike<Value>): Pending<Value> {
  return isPromiseLike(value) ? Promise.resolve(value) : value
}

/** Yields what it waits for. */
export type Steps<Result> = Generator<PromiseLike<unknown>, Result, unknown>

/** A step whose value is there, or will be; `yield*` gives it. */
export function* ready<Value>(value: Value | PromiseLike<Value>): Steps<Value> {
  // What is waited for comes back from the yield.
  return isPromiseLike(value) ? ((yield value) as Value) : value
}

/** @returns a promise if there is something to wait for */
export function take<Result>(steps: Steps<Result>): Pending<Result> {
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

function isPromiseLike<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return (
    value instanceof Promise ||
    (typeof value === 'object' &&
      value !== null &&
      'then' in value &&
      typeof value.then === 'function')
  )
}
