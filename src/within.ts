/** A deadline for work that may never end by itself. */

/** Work did not end in its time. */
export class Overdue extends Error {
  constructor(milliseconds: number) {
    super(`not done after ${milliseconds} ms`)
    this.name = 'Overdue'
  }
}

/**
 * Waits for work, but no longer than a deadline; what the work gives later is dropped.
 *
 * @throws Overdue
 */
export async function within<Result>(
  milliseconds: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Overdue(milliseconds)), milliseconds)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
