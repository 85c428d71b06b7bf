/** Goes on with a value that is there, or will be: one that is there is worth no promise. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
