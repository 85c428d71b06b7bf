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
export function within<Result>(
  milliseconds: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Overdue(milliseconds)), milliseconds)
    const done = async () => {
      try {
        resolve(await work())
      } catch (error) {
        reject(error)
      } finally {
        clearTimeout(timer)
      }
    }
    void done()
  })
}
